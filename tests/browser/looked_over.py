"""The pages, for those who cannot see them, or not well: axe-core, the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.phones import Phone

AXE = Path(__file__).parents[2] / ".npm" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def looked_over(*phones: Phone) -> None:
    """By axe-core, and for its width."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: `make test-browser` fetches it by npm")
    for phone in phones:
        if not phone.page.evaluate("'axe' in window"):
            phone.page.evaluate(f"() => {{ {AXE.read_text('utf-8')} }}")
        found = phone.page.evaluate("(rules) => axe.run(document, { runOnly: rules, preload: false })", RULES)
        faults = [
            f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]
        assert not faults, f"{type(phone).__name__} at {phone.page.inner_text('body')[:80]!r}:\n" + "\n".join(faults)
        assert found["passes"]
        wide = phone.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{type(phone).__name__} is {wide[0]} wide on a screen of {wide[1]}"
