"""Each page is small and readable: no third-party script, nothing inline, no address of anyone else."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import majordome.web
from browser.party import OpenParty
from majordome.core.library import manifests

STATIC = Path(majordome.web.__file__).parent / "static"
OF_GAMES = sorted({game.folder / "page" for game in manifests().values()})
MOST = 200_000  # bytes of a page with everything it loads, typeface and pictures too, unpacked
LOADED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((one) => !one.name.startsWith("data:")).map((one) => [one.name, one.decodedBodySize])"""
LONGEST = 300  # lines of a module
NAMES_ONLY = {"http://www.w3.org/2000/svg"}  # a name, not an address: nothing is fetched from there
TEXTS = {".js", ".css", ".html", ".svg"}
PAGES = {"": "host.html", "card": "card.html", "screen": "screen.html", "twin": "twin.html"}
FILES = sorted(path for folder in (STATIC, *OF_GAMES) for path in folder.rglob("*") if path.suffix in TEXTS)


def test_a_page_with_all_it_loads_is_small_and_comes_from_the_box_alone(party: OpenParty) -> None:
    evening = party()
    for path in PAGES:
        phone = evening.card(path)
        phone.page.wait_for_load_state("networkidle")
        loaded: dict[str, int] = dict(phone.page.evaluate(LOADED))
        assert {urlsplit(url).netloc for url in loaded} == {urlsplit(evening.butler.url).netloc}
        files = {url: size for url, size in loaded.items() if not urlsplit(url).path.startswith("/api/")}
        assert {Path(urlsplit(url).path).suffix for url in files} >= {".js", ".css"}
        assert all(files.values()), files
        assert sum(files.values()) < MOST, f"/{path} is {sum(files.values())} bytes"
        for url in files:
            policy = phone.page.request.get(url).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
        evening.goes(phone)


@pytest.mark.parametrize("path", PAGES.values())
def test_a_page_has_nothing_inline(path: str) -> None:
    html = (STATIC / path).read_text("utf-8")
    scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", html, re.DOTALL)
    assert set(scripts) == {""}
    sources = re.findall(r"<script\b[^>]*src=\"([^\"]+)\"", html)
    assert [source for source in sources if source != "/static/js/boot.js"] == [f"/static/js/{Path(path).stem}.js"]
    assert not re.search(r"<style\b|\sstyle=|\son\w+=|javascript:", html)
    assert re.search(r'<html lang="', html)


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_file_names_no_other_address_and_is_written_to_be_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert set(re.findall(r"https?://[\w.-]+[^\s\"'`)]*", text)) <= NAMES_ONLY
    assert not re.search(r"\beval\(|new Function\(|innerHTML|document\.write|insertAdjacentHTML", text)
    if path.suffix == ".js":
        assert text.startswith("//"), "a module says why it exists"
        assert text.count("\n") <= LONGEST
