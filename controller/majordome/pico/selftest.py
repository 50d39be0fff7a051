"""How the Pico is: for the doctor in one finding, for `majordome pico selftest` part by part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, Queue

from majordome.box.doctor import PICO, Finding, Respondent
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.pico.find import Device, devices
from majordome.pico.link import Identity, Told
from majordome.pico.port import Absence
from majordome.settings.prop_table import ROWS

COMES_WITHIN = 5.0  # seconds: found, opened, asked
ANSWERS_WITHIN = 3.0
HEARTBEATS = 3  # of the wire, before it is judged
SLOW_WIRE = 0.05  # seconds there and back: a TOP could be heard to lag
# Its own parts, in the box's words, and what to ask whoever looks on.
PARTS: dict[str, tuple[str, str]] = {
    "memory": ("memory", ""),
    "sand": ("hourglass", "sand_coloured"),
    "lamp": ("lamp", "lamp_coloured"),
    "buzzer": ("buzzer", "buzzer_sounded"),
    "chairs": ("chairs", ""),
    "guests": ("guest_buzzers", ""),
    "button": ("button", ""),
    "ring": ("ring", "ring_coloured"),
}
REMEDIES = {"memory": "pico_memory", "chairs": "chair_sensor", "guests": "button_stuck", "button": "button_stuck"}


def board(board: Board | None, *, look: Callable[[], Sequence[Device]] = devices) -> Finding:
    """Found or not, which firmware, what is fitted."""
    if board is None:
        unused = next((device for device in look() if device.is_pico), None)
        if unused is not None:
            return Finding("pico", "skipped", unused.path, "pico_unused")
        return Finding("pico", "skipped", remedy="no_pico")
    board.here.wait(COMES_WITHIN)
    identity = board.identity
    if identity is None:
        absence = board.absence or Absence("missing")
        return Finding("pico", "fail", " ".join(absence.names), f"pico_{absence.why}")
    detail = f"{board.line.device}, {told(identity)}"
    if any(not ROWS[part].found(identity) for part in board.serves):
        return Finding("pico", "fail", detail, "pico_lacks")
    other = board.usual is not None and identity.version != board.usual
    return Finding("pico", "pass", detail, "pico_other" if other else "")


def told(identity: Identity) -> str:
    """`firmware 1.0.0, hourglass 30+30, lamp, buzzer, 2 chairs, id e661...`: words of the board, in English."""
    fitted = []
    if "sand" in identity.fitted:
        fitted.append(f"hourglass {identity.bulbs[0]}+{identity.bulbs[1]}")
    fitted += ["coloured lamp" if "coloured_lamp" in identity.fitted else "lamp"] * ("lamp" in identity.fitted)
    fitted += [part.replace("_", " ") for part in ("buzzer", "button", "button_light") if part in identity.fitted]
    fitted += [part.replace("_", " ") for part in ("ring", "guest_lights") if part in identity.fitted]
    fitted += [f"{identity.chairs} chairs"] * (identity.chairs > 0)
    fitted += [f"{identity.guests} guest buzzers"] * (identity.guests > 0)
    what = ", ".join(fitted) or "nothing fitted"
    return f"firmware {identity.firmware}, {what}, started by {identity.cause}, id {identity.uid}"


def selftest(board_: Board, respondent: Respondent) -> Iterator[Finding]:
    """The board, the wire to it, and each of its props in turn."""
    verdicts: Queue[Told] = Queue()
    board_.listen("verdict", verdicts.put)
    found = board(board_)
    yield found
    if board_.identity is None:
        return
    yield _wire(board_)
    for number, name in enumerate(wire.PARTS):
        part, question = PARTS[name]
        if name == "ring" and name not in board_.identity.fitted:  # an older firmware would not answer
            continue
        while not verdicts.empty():
            verdicts.get()
        board_.say("test", number)
        try:
            verdict = verdicts.get(timeout=ANSWERS_WITHIN)
        except Empty:
            yield Finding(part, "fail", remedy="pico_away", where=PICO)
            continue
        yield _verdict(part, name, verdict, respondent, question)


def _verdict(part: str, name: str, verdict: Told, respondent: Respondent, question: str) -> Finding:
    value = verdict.number("value")
    match verdict.number("passed"):
        case 1:
            return Finding(part, "pass", f"{value} kB" if name == "memory" else "", where=PICO)
        case 2:
            return Finding(part, "skipped", remedy="not_fitted", where=PICO)
        case 3:
            seen = respondent.sees(question)
            if seen is None:
                return Finding(part, "skipped", remedy="nobody_looked", where=PICO)
            return Finding(part, "pass" if seen else "fail", remedy="" if seen else "check_wiring", where=PICO)
    return Finding(part, "fail", str(value), REMEDIES.get(name, "check_wiring"), where=PICO)


def _wire(board_: Board) -> Finding:
    """How quick it is, and how much is lost on it."""
    time.sleep(HEARTBEATS * wire.BEAT_MS / 1000)
    link = board_.line.link
    if link is None or link.trip is None:
        return Finding("wire", "fail", remedy="pico_away")
    detail = f"{link.trip * 1000:.1f} ms, {link.resent} resent, {link.bad} damaged"
    well = link.trip < SLOW_WIRE and link.bad == 0
    return Finding("wire", "pass" if well else "fail", detail, "" if well else "usb_cable")
