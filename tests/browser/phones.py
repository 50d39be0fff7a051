"""The pages in people's hands: a host's phone, a guest's card, the big screen, the digital twin.

Each has a browser of its own, with cookies that no other knows.

Whatever a page complains of - an error, a forbidden script, something said on the console - fails the test.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Locator, Response, WebSocket, expect

from browser.finger import Finger, middle
from browser.playing import Butler
from majordome.core.library import manifest
from majordome.words.narrator import LANGS, lines

PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1280, "height": 720}
LAPTOP = {"width": 1280, "height": 800}
# Browsers write every refusal of the box on the console; the pages show it in words.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (401|403|409|410|422)")
OUTAGE = re.compile(
    "ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)"
)

# What a page could do to be heard or felt. `violations`: what its policy forbids.
OVERHEARD = """
window.overheard = [];
window.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`));
const listen = (owner, name, what) => {
  const real = owner?.[name];
  if (real) owner[name] = function (...args) { overheard.push(what); return real.apply(this, args); };
};
listen(HTMLMediaElement.prototype, "play", "media");
listen(AudioScheduledSourceNode.prototype, "start", "sound");
listen(AudioBufferSourceNode.prototype, "start", "sound");
listen(Navigator.prototype, "vibrate", "vibration");
listen(window.speechSynthesis, "speak", "speech");
"""

MURDER = manifest("weekend").folder
SPECIAL = [card for card in lines("en", MURDER)["role"] if card != "guest"]
CARD_WORDS = [lines(lang, MURDER)["role"][card] for lang in LANGS for card in SPECIAL]
A_CARD = re.compile(rf"\b(?:{'|'.join(map(re.escape, CARD_WORDS))})\b", re.IGNORECASE)
CARD_IN_JSON = re.compile(rf'"(?:{"|".join(SPECIAL)})"')
# What a double press means in the dark: on the box for all to read, and the same every night.
ON_THE_BOX = [lines(lang, MURDER)["beat"]["murder"]["double"] for lang in LANGS]


class Phone:
    """A page, and everything it was told or complained of."""

    path = ""
    size = PHONE

    def __init__(
        self,
        browser: Browser,
        butler: Butler,
        path: str | None = None,
        *,
        size: dict[str, int] | None = None,
        scale: float = 1,
    ) -> None:
        path, size = path if path is not None else self.path, size or self.size
        handheld = size["width"] < 600
        self.butler = butler
        self.context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            device_scale_factor=scale,
            has_touch=handheld,
            is_mobile=handheld,
            locale="en-GB",
            accept_downloads=True,
        )
        self.context.add_init_script(OVERHEARD)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.told: list[str] = []
        self.asked: list[str] = []  # what it said to the box, and what came of it
        self.outage = False  # the box is off: of that, a browser may complain
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.on("response", self._answered)
        self.finger = Finger(self.page)
        self.page.goto(path if path.startswith("http") else butler.url + path)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or REFUSED.search(message.text):
            return
        if not (self.outage and OUTAGE.search(message.text)):
            self.complaints.append(f"{message.type}: {message.text} {message.location}")

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda text: self.told.append(str(text)))

    def _answered(self, answer: Response) -> None:
        if answer.request.method != "GET":
            self.asked.append(f"{answer.status} {answer.request.post_data}")

    def close(self) -> None:
        """Put it away; it must have had nothing to complain of."""
        violations = [] if self.page.is_closed() else self.page.evaluate("violations")
        self.context.close()
        assert not self.complaints + violations, f"{type(self).__name__} complained: {self.complaints + violations}"

    @property
    def html(self) -> str:
        """Everything that is written in the page, seen or not."""
        return str(self.page.evaluate("document.title + document.documentElement.outerHTML"))

    def cards_written(self) -> list[str]:
        """Every card that the page names, but for what stands on the box itself, or is said aloud in the room."""
        html = self.html
        for words in (*ON_THE_BOX, self.said_aloud()):
            html = html.replace(words, "") if words else html
        return A_CARD.findall(html)

    def said_aloud(self) -> str:
        """What the butler has just said to everyone, if the page shows it."""
        return ""

    def cards_told(self) -> list[str]:
        """Every card in what was sent to this page without being asked for."""
        return [card for text in self.told for card in CARD_IN_JSON.findall(text)]

    def overheard(self) -> list[str]:
        """What could have been heard or felt of it so far."""
        return list(self.page.evaluate("overheard"))

    def picture(self) -> Image.Image:
        """How it looks now."""
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")

    def brightest(self) -> int:
        """Of all its pixels and colours, from 0 to 255."""
        return max(high for _, high in self.picture().getextrema())  # type: ignore[misc]  # one pair for each colour

    def is_dark(self, dark: bool = True) -> None:
        """Night has fallen on it, or is over."""
        html = self.page.locator("html")
        if dark:
            expect(html).to_have_class(re.compile(r"\bdark\b"))
        else:
            expect(html).not_to_have_class(re.compile(r"\bdark\b"))


class HostPhone(Phone):
    """The butler's tray."""

    def pair(self, name: str = "Marie") -> None:
        self.page.locator("#code").fill(self.butler.code)
        self.page.locator("#name").fill(name)
        self.page.get_by_role("button", name="Take the tray").click()

    def said_aloud(self) -> str:
        said = self.page.locator(".said")  # read aloud by the host where the box is silent
        return str(said.text_content()) if said.count() else ""

    def at(self, title: str) -> None:
        """What is happening."""
        try:
            expect(self.page.locator(".now h1")).to_have_text(title)
        except AssertionError as missed:
            raise AssertionError("\n".join([str(missed), *self.asked[-5:], self.page.inner_text("body")])) from None

    @property
    def press_button(self) -> Locator:
        return self.page.locator(".dock .press")

    def press(self, words: str, then: str | None = None) -> None:
        """The big brass button, which says what it does."""
        expect(self.press_button).to_have_text(words)
        expect(self.press_button).not_to_have_attribute("aria-disabled", "true")
        self.press_button.tap()
        if then is not None:
            self.at(then)

    def tap(self, words: str, *, exact: bool = True) -> None:
        """Any button with these words."""
        self.page.get_by_role("button", name=words, exact=exact).tap()

    def tab(self, words: str) -> None:
        self.page.locator(".tabs").get_by_role("button", name=words).tap()

    def step(self, number: int) -> None:
        """Before the first press: 1, the guests; 2, the cards."""
        self.page.locator(".steps .step").nth(number - 1).tap()

    def plays(self, title: str) -> None:
        """In the form: another game."""
        self.page.locator(".fold").filter(has_text="The game").tap()
        self.page.locator(".segments").get_by_role("button", name=title, exact=True).tap()

    def secret_ballots(self) -> None:
        """Allow them on the guests' phones."""
        self.tab("Box")
        self.page.get_by_role("checkbox").check()
        self.tab("Evening")

    def in_the_dark(self, *options: str) -> None:
        """Hold the pad, slide to this, lift; once for each."""
        for option in options:
            self.finger.down(self.page.locator(".night-pad"))
            chosen = self.page.locator(".night-words").get_by_role("button", name=option, exact=True)
            self.finger.slide(chosen)
            expect(chosen).to_have_attribute("data-over", "")
            self.finger.lift()

    def cards(self) -> dict[str, str]:
        """Who has which card, as the host sees it while a finger holds."""
        with self.finger.holding(self.page.locator(".peek")):
            rows = self.page.locator("#secrets dl div")
            expect(rows.first).to_be_visible()
            told = {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows.all()}
        expect(self.page.locator("#secrets")).to_be_empty()
        return told


class CardPhone(Phone):
    """A guest's card."""

    @property
    def back(self) -> Locator:
        return self.page.locator("button.back")

    def look(self) -> str:
        """The role, while a finger holds the card."""
        face = self.page.locator("#face")
        with self.finger.holding(self.back):
            expect(face.locator("strong")).not_to_be_empty()
            role = str(face.locator("strong").text_content())
        expect(face).to_be_empty()
        return role

    def says(self, words: str) -> None:
        expect(self.page.locator("header p")).to_have_text(words)

    def vote(self, *names: str) -> None:
        for name in names:
            self.page.locator(".ballot .names").get_by_role("button", name=name, exact=True).tap()
        self.page.get_by_role("button", name="Cast my ballot").tap()
        expect(self.page.locator(".ballot [role=status]")).to_be_visible()


class BigScreen(Phone):
    """The television."""

    path = "screen"
    size = TELEVISION

    def said_aloud(self) -> str:
        return str(self.page.locator("#said").text_content())

    def at(self, title: str) -> None:
        expect(self.page.locator("#title")).to_have_text(title)

    def standing(self, name: str, how: str) -> None:
        """`dead`, `in_jail` or nothing."""
        row = self.page.locator("#names li").filter(has=self.page.get_by_text(name, exact=True))
        expect(row).to_have_class(how)


class Twin(Phone):
    """The whole box, on a laptop: its one button, and its two chairs."""

    size = LAPTOP

    @property
    def button(self) -> Locator:
        return self.page.locator("#big")

    def at(self, title: str) -> None:
        expect(self.page.locator("#title")).to_have_text(title)
        self._acted()

    def said_aloud(self) -> str:
        return str(self.page.locator("#caption").text_content())

    def _rest(self) -> None:
        """Nobody is quicker than the box thinks: what comes too soon after a change is not taken for a press."""
        self.page.wait_for_function("() => performance.now() - (window.pressed ?? -Infinity) > 500")

    def _acted(self) -> None:
        self.page.evaluate("window.pressed = performance.now()")

    @contextmanager
    def _heard(self, *, times: int = 1) -> Iterator[None]:
        """The box has heard the finger leave, so often: only then has it begun to wait for the next press."""
        self._rest()
        left = count(1)

        def last(answer: Response) -> bool:
            return answer.request.post_data == '{"down":false}' and next(left) == times

        with self.page.expect_response(last):
            yield
        self._acted()

    def press(self) -> None:
        with self._heard():
            self.button.click()

    def press_the_last_time(self) -> None:
        """Or one that the box cannot hear: no answer need come."""
        self._rest()
        self.button.click()

    def double_press(self) -> None:
        with self._heard(times=2):
            self.button.dblclick()

    def hold(self, *, long: bool = False) -> None:
        """Two seconds, or five: the ring around the button shows it."""
        full = "100" if long else r"[1-9]\d"
        ring = self.page.locator("#held.long circle")
        with self._heard():
            self.page.mouse.move(*middle(self.button))
            self.page.mouse.down()
            expect(ring).to_have_attribute("style", re.compile(rf"stroke-dasharray: {full}"))
            self.page.mouse.up()

    def sit(self, chair: str) -> None:
        """Or stand up."""
        self.page.locator(f"#{chair}").click()
        self._acted()

    def sits(self, chair: str, taken: bool = True) -> None:
        expect(self.page.locator(f"#{chair}")).to_have_attribute("aria-pressed", str(taken).lower())

    def hands_off(self) -> None:
        """The hand leaves the mouse and the keys."""
        self.page.mouse.move(1, 1)
        self.page.evaluate("document.activeElement?.blur()")
