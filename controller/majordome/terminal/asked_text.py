"""What a beat asks, as lines of text: each kind of question rendered once, for the screen and for plain lines.

It tells what the room may read, and in the dark nothing: neither a question nor who could be an answer to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from majordome.core.asks import Ask, Ballots, Choose, ChooseSome, Counts, Number, OneAnswer, Option, Race, YesNo
from majordome.core.script import Beat
from majordome.core.snapshot import Snapshot
from majordome.core.view import beat_name
from majordome.words.narrator import Narrator

MOST_NAMED = 8  # answers that are all told; of more only the first, and how many there are
FIRST_NAMED = 2
OR = " / "  # between answers that may have commas of their own


def asked(view: Snapshot, narrator: Narrator, *, pointer: bool = True) -> list[str]:
    """A line for each question that can be answered now; what a gesture says stands among the gestures.

    `pointer`: with the answer that the button points at.
    """
    if view.beat is None or view.dark or view.paused:
        return []
    questions = _Questions(view, narrator, pointer=pointer)
    told = (questions.told(ask, players) for ask, players in _grouped(view.beat))
    return list(dict.fromkeys(line for line in told if line))  # a race may be pointed at, too


def types_what(beat: Beat) -> str | None:
    """What is to be typed where no press goes on: the key of its word; None where nothing need be."""
    kinds = {type(ask) for ask in beat.asks}
    if kinds & {ChooseSome, Counts, Ballots, Race}:
        return "press_types"
    if Number in kinds:
        return "press_types_number"
    names = [option.name for ask in beat.asks if isinstance(ask, Choose) for option in ask.options]
    return ("press_types" if any(names) else "press_types_answer") if names else None


def _grouped(beat: Beat) -> Iterator[tuple[Ask, tuple[str, ...]]]:
    """The questions, with those who are asked; what each of several players is asked is one question."""
    groups: dict[tuple[str, ...], tuple[Ask, tuple[str, ...]]] = {}
    options = [option.means for ask in beat.asks if isinstance(ask, Choose) for option in ask.options]
    elsewhere = (beat.press, beat.double, beat.hold, *options)
    for number, ask in enumerate(beat.asks):
        if isinstance(ask, OneAnswer):
            if not ask.label or ask.means in elsewhere:
                continue
            key: tuple[str, ...] = (ask.kind, ask.label)
        else:
            key = (ask.kind, ask.question) if isinstance(ask, YesNo) else (str(number),)
        first, players = groups.get(key, (ask, ()))
        groups[key] = first, tuple(dict.fromkeys((*players, *ask.players)))
    yield from groups.values()


class _Questions:
    """Questions in the words of the game."""

    def __init__(self, view: Snapshot, narrator: Narrator, *, pointer: bool) -> None:
        self._everyone = set(view.names)
        self._gestures = (view.beat.press, view.beat.double, view.beat.hold) if view.beat else ()
        self._title = narrator.beat(beat_name(view), "title")
        self._narrator = narrator
        self._pointer = pointer

    def told(self, ask: Ask, players: tuple[str, ...]) -> str:
        """What is asked, of whom, and what can be answered."""
        question = self._narrator.table("ask").get(getattr(ask, "question", ""), "")
        if question == self._title:  # it stands above already
            question = ""
        whom = "" if isinstance(ask, Ballots | Race) or set(players) >= self._everyone else ", ".join(players)
        if isinstance(ask, OneAnswer):
            return " ".join(part for part in (self._label(ask.label), whom and f"({whom})") if part)
        if not whom and self._by_gestures(ask) and not (question and isinstance(ask, YesNo)):
            return ""
        asked = " ".join(part for part in (question, whom and f"({whom})") if part)
        if asked and asked[-1].isalnum():
            return self._ui("does", asked, self._answers(ask))
        return f"{asked} {self._answers(ask)}".strip()

    def _by_gestures(self, ask: Ask) -> bool:
        """Every answer stands among the gestures, in words of its own."""
        return isinstance(ask, YesNo | Choose) and all(event in self._gestures for event in ask.answers())

    def _answers(self, ask: Ask) -> str:
        at: int | None = getattr(ask, "at", None) if self._pointer else None
        match ask:
            case YesNo(question=question):
                yes, no = (self._narrator.table("label").get(f"{question}_{word}", "") for word in ("yes", "no"))
                return self._ui("ask_yes_no_as", yes, no) if yes and no else self._ui("ask_yes_no")
            case Choose(options=options):
                return self._options(options, at)
            case ChooseSome(among=among, least=least, picked=picked):
                most = min(ask.most, len(among))
                wanted = str(least) if least == most else self._ui("ask_range", str(least), str(most))
                told = self._ui("ask_in_order" if ask.ordered else "ask_some", wanted, _listed(among, at))
                return told + (self._ui("ask_taken", ", ".join(picked)) if picked else "")
            case Number(least=least, most=most):
                told = self._ui("ask_number", str(least), str(most))
                return told if at is None else self._ui("ask_number_at", told, str(at))
            case Counts(among=among, counted=counted):
                told = self._ui("ask_counts", _listed(among, at), str(ask.most_each), str(ask.most))
                so_far = ", ".join(f"{name} {number}" for name, number in counted)
                return told + (self._ui("ask_taken", so_far) if so_far else "")
            case Ballots(among=among, hands=hands):
                return self._ui("ask_ballots", str(hands), _listed(among, at)) + self._ballots_in(ask)
            case Race(players=players):
                return _listed(players, at)
        return ""

    def _options(self, options: Sequence[Option], at: int | None) -> str:
        """Names and other answers; where there are many names, these come first, and the others are all told."""
        told = [option.name or self._label(option.label) for option in options]
        if len(told) <= MOST_NAMED:
            return _listed(told, at, OR)
        order = sorted(range(len(told)), key=lambda place: not options[place].name)  # each in its own order
        names = sum(bool(option.name) for option in options)
        at = None if at is None else order.index(at)
        told = [told[place] for place in order]
        others = [f"[{told[place]}]" if place == at else told[place] for place in range(names, len(told))]
        return OR.join([_listed(told[:names], at, OR), *others])

    def _ballots_in(self, ask: Ballots) -> str:
        """Whose ballot is not in, never what stands on one."""
        if not ask.heard:
            return ""
        missing = [name for name in ask.players if name not in ask.heard]
        told = self._ui("ask_ballots_in", str(len(ask.players) - len(missing)), str(len(ask.players)))
        return told + (self._ui("ask_ballots_of", _listed(missing)) if missing else "")

    def _label(self, key: str) -> str:
        return self._narrator.called("label", key)

    def _ui(self, key: str, *words: str) -> str:
        return self._narrator.word("ui", key).format(*words)


def _listed(names: Sequence[str], at: int | None = None, between: str = ", ") -> str:
    """All of them, or the first of many and how many there are; the one that the button points at in brackets."""
    marked = [f"[{name}]" if number == at else name for number, name in enumerate(names)]
    if len(names) <= MOST_NAMED:
        return between.join(marked)
    first = marked[:FIRST_NAMED]
    if at is not None and at >= FIRST_NAMED:
        first += ["…", marked[at]]
    return f"{between.join(first)} … ({len(names)})"
