"""Card games on the pages: who plays, what their phones answer, and whether anything is covered, cut or too small.

The players' phones are cards of the house, as every guest's: a tap on the glass, and the box answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import ViewportSize, expect

from browser.invited import guest_list, invite
from browser.party import OpenParty, Party
from browser.phones import BigScreen, CardPhone, HostPhone, Phone

SIZES: dict[str, ViewportSize] = {
    f"{width} x {height}": {"width": width, "height": height}
    for width, height in ((320, 568), (390, 844), (844, 390), (1440, 900), (1920, 1080))
}
TOUCH = 44  # px: what a finger hits

# Everything that can be read or touched, with where it is on the glass.
SEEN = """() => {
  const BOARDS = ".board, .night-day", TEXTS = "svg text, h1, h2, p, li, dt, dd, summary";
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const rect = ({ x, y, width, height }) => ({ x, y, width, height });
  const box = (one) => rect(one.getBoundingClientRect());
  const inside = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return rect(range.getBoundingClientRect());
  };
  const written = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const owner = (one) => one.closest("[data-name], [data-number]")?.dataset;
  const texts = [...document.querySelectorAll(`${BOARDS}, ${TEXTS}`)]
    .filter((one) => shown(one) && !one.closest(".shout, .curtain, .unseen, [hidden]"))
    .filter((one) => one.matches(BOARDS) || written(one))
    .map((one) => ({
      what: one.textContent.trim() || owner(one)?.name,
      kind: one.matches(BOARDS) ? "board" : one.closest("svg") ? "drawn" : "text",
      of: owner(one)?.name ?? owner(one)?.number ?? "",
      ...(one.closest("svg") ? box(one) : inside(one)),
    }))
    .filter(({ width, height }) => width > 0 && height > 0);
  const buttons = [...document.querySelectorAll("button, summary, select, input")]
    .filter((one) => shown(one) && !one.closest("footer"))
    .map((one) => ({ what: one.textContent.trim(), ...box(one) }));
  return { texts, buttons, width: innerWidth, height: innerHeight };
}"""


class Table:
    """A game, its host, the television, and a phone for each player."""

    def __init__(
        self,
        party: OpenParty,
        game: str,
        *names: str,
        settings: str = "",
        speed: float = 1,
        phones: Sequence[str] | None = None,
        roles: Mapping[str, str] | None = None,
    ) -> None:
        holders = names if phones is None else phones
        self.party: Party = party(game=game, guests=f"{settings}\n{guest_list(names, **(roles or {}))}", speed=speed)
        self.screen: BigScreen = self.party.screen()
        self.host: HostPhone = self.party.host()
        self.phones: dict[str, CardPhone] = dict(zip(holders, invite(self.party, self.host, *holders), strict=True))

    def tap(self, name: str, words: str, question: str = "") -> None:
        """This player answers; `question` as their phone has it, where the same words could answer another."""
        page = self.phones[name].page
        place = page.locator(".asks .ask").filter(has_text=question) if question else page.locator(".asks")
        button = place.get_by_role("button", name=words, exact=True)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.tap()

    def french(self, *names: str) -> None:
        """They read French, whatever the butler speaks."""
        for name in names:
            self.phones[name].page.get_by_role("button", name="Français").tap()
            expect(self.phones[name].page.locator("html")).to_have_attribute("lang", "fr")

    def slam(self, name: str) -> None:
        """The finger comes down on the big button."""
        self.phones[name].page.locator(".slam").tap()

    def total(self, name: str, number: int, words: str) -> None:
        """A number, typed."""
        page = self.phones[name].page
        page.locator(".dial input").fill(str(number))
        page.locator(".dial input").blur()
        page.locator(".ask.number").get_by_role("button", name=words).tap()

    def says(self, said: dict[str, Any]) -> None:
        """The host's page tells the box, without looking for the button."""
        answer = self.host.page.evaluate(SAY, said)
        assert answer == 200, f"{said}: {answer}"

    def settled(self) -> None:
        """Every page has heard of it."""
        beat = self.host.page.evaluate("async () => (await (await fetch('/api/state')).json()).room.beat")
        for phone in (self.screen, *self.phones.values()):
            phone.page.wait_for_function(
                "async (beat) => (await import('/static/js/live.js')).live.state?.room.beat === beat", arg=beat
            )


SAY = """async (said) => {
  const { host } = await (await fetch("/api/state?as=host")).json();
  const body = JSON.stringify({ id: crypto.randomUUID?.() ?? String(Math.random()), moment: host.moment, said });
  const answer = await fetch("/api/say", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return answer.ok ? answer.status : await answer.text();
}"""


def in_order(phone: Phone, when: str) -> None:
    """Nothing on this page lies over anything else or beyond the glass, and every target is large enough."""
    phone.page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running' "
        "|| one.effect.getComputedTiming().iterations === Infinity)"
    )
    phone.page.evaluate("scrollTo(0, 0)")
    seen = phone.page.evaluate(SEEN)
    faults = [*beyond(seen, scrolls=not isinstance(phone, BigScreen)), *covered(seen["texts"])]
    faults += [
        f"{button['what']!r} is {button['width']:.0f} x {button['height']:.0f}"
        for button in seen["buttons"]
        if min(button["width"], button["height"]) < TOUCH and not isinstance(phone, BigScreen)
    ]
    assert seen["texts"], "nothing is to be seen"
    assert not faults, f"{type(phone).__name__}, {seen['width']} x {seen['height']}, {when}:\n" + "\n".join(faults)


def beyond(seen: dict[str, Any], *, scrolls: bool) -> list[str]:
    """What the glass cuts off. A phone may be scrolled down, but never sideways; a television not at all."""
    right, low = seen["width"] + 1, float("inf") if scrolls else seen["height"] + 1
    return [
        f"{one['what']!r} is cut at {one['x']:.0f}, {one['y']:.0f}, {one['width']:.0f} x {one['height']:.0f}"
        for one in (*seen["texts"], *seen["buttons"])
        if one["x"] < -1 or one["x"] + one["width"] > right or one["y"] < -1 or one["y"] + one["height"] > low
    ]


def covered(texts: Sequence[dict[str, Any]]) -> list[str]:
    """What lies over something else: no two texts, boards or cards may, but for what is written on its own board."""
    faults = []
    for number, one in enumerate(texts):
        for other in texts[number + 1 :]:
            if one["of"] and one["of"] == other["of"] and "board" in (one["kind"], other["kind"]):
                continue
            across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            nested = one["kind"] == other["kind"] == "text" and other["what"] in one["what"]
            if across > 1.5 and down > 1.5 and not nested:
                faults.append(f"{one['what']!r} and {other['what']!r} overlap by {across:.0f} x {down:.0f}")
    return faults
