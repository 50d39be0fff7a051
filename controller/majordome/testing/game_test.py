"""One test for any game: `game_test("my_game")` plays it by dice and looks at all that the house promises of a game.

Random answers to the end, replay from the journal, undo all and redo, views searched for what is hidden and compared
with those of another deal, every word in both languages, and every beat answerable. What is wrong is an
`AssertionError` that says where.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any

from msgspec.structs import replace

from majordome.core.asks import Ask, Choose, OneAnswer, Race
from majordome.core.cues import Countdown, Cue, Fact, Light, Refused, Say, Top
from majordome.core.evening import Evening, Guest
from majordome.core.events import Event, Pointed, TimeUp, Wish
from majordome.core.game import HOST, ROOM, SECRETS, Game, Viewer
from majordome.core.guest_list import refuse_evening
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import load, manifest
from majordome.core.manifest import HOUSE_MOODS, Manifest
from majordome.core.plain_values import snake, to_plain
from majordome.core.prompter import Prompter
from majordome.core.props import HOUSE_CALLS
from majordome.core.records import Happened, Record
from majordome.core.script import Beat
from majordome.core.script_reading import Reading
from majordome.core.view import card, host, room
from majordome.errors import Trouble
from majordome.testing import NAMES
from majordome.words.narrator import LANGS, Narrator, lines

LONGEST = 3000  # events: a game that goes on for longer has no end
HIDDEN = ("role", "roles", "card", "cards")  # keys under which no view but a player's own may tell anything


class PlayedByDice:
    """One game by dice: what was said, what the box did, and how it ended."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self.evening = evening
        self.prompter = Prompter(evening, Narrator("en"))
        self.records: list[Record] = []
        self.cues: list[Cue] = list(self.prompter.begin(0.0).cues)
        self.beats: list[Beat] = []
        self.now = 0.0
        game = load(evening.game)
        while (beat := self.prompter.beat) is not None:
            self.beats.append(beat)
            assert len(self.beats) < LONGEST, f"after {LONGEST} answers the game waits at '{beat.name}': has it an end?"
            look(self.prompter, self.now)
            self._say(_weighed(list(game.answers(beat)), beat, dice), beat)

    def _say(self, event: Event, beat: Beat) -> None:
        left = self.prompter.time_left(self.now)
        self.now += max(left, 0.0) if left is not None and isinstance(event, TimeUp) else 1.0
        answer = self.prompter.offer(event, self.now)
        refused = answer.refused
        if refused is not None and refused.why == "stumbled":
            self._stumble(event)
        assert refused is None, f"at '{beat.name}' {event} is among the answers, and is refused: {refused}"
        self.cues += answer.cues
        self.records += answer.records

    def _stumble(self, event: Event) -> None:
        """Once more without the house's care: what the script raises is told with its place."""
        reading = Reading(
            load(self.evening.game).script(self.evening), Narrator("en", game=manifest(self.evening.game))
        )
        reading.follow(self.prompter.history)
        reading.feed(event, self.now)


def _weighed(answers: list[Event], beat: Beat, dice: Random) -> Event:
    """Any of them; somebody who only looks about must come to a choice some time."""
    assert answers, f"nothing can be said at '{beat.name}': give the beat a press, a time or a question"
    return dice.choice(answers)


def game_test(name: str, *, games: int = 20, seed: int = 0, folder: Path | None = None) -> int:
    """Play so many games of each number of players, and look at everything; how many events were played."""
    found = manifest(name)
    try:
        return _tested(found, games, seed, folder)
    except (AssertionError, Trouble) as trouble:
        if (cause := trouble.__cause__) is None:
            raise
        raise AssertionError(_told(cause, found)) from cause
    except Exception as fault:
        raise AssertionError(_told(fault, found)) from fault


def _told(fault: BaseException, found: Manifest) -> str:
    """What was raised, with the line of the game that it came from."""
    frames = [frame for frame in extract_tb(fault.__traceback__) if Path(frame.filename).is_relative_to(found.folder)]
    if isinstance(fault, SyntaxError) and fault.filename:
        place = f"{fault.filename}:{fault.lineno}: "
    else:
        place = f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""
    return f"{place}{type(fault).__name__}: {fault}"


def _tested(found: Manifest, games: int, seed: int, folder: Path | None) -> int:
    name, game = found.id, load(found.id)
    words_of(found)
    tables_of(found)
    played_events = 0
    for number in range(found.fewest, found.most + 1):
        for turn in range(max(1, games // (found.most - found.fewest + 1))):
            dice = Random(f"{seed} {name} {number} {turn}")
            evening = company(found, game, number, dice)
            played = PlayedByDice(evening, dice)
            assert played.prompter.snapshot.outcome is not None, "the game ends without an Outcome"
            every_word_is_there(found, played)
            replay(found, played, folder)
            undo_all_and_redo(played)
            nobody_knows_the_others_cards(played, dice)
            played_events += len(played.beats)
    nothing_hidden_is_told_by_the_start(found, game, seed)
    return played_events


def company(found: Manifest, game: Game, number: int, dice: Random) -> Evening:
    """So many players; where the box may know the cards, it does, and they are dealt by dice."""
    guests = tuple(Guest(name, 20 + n if found.ages else None) for n, name in enumerate(names(number)))
    settings = {}
    for setting in found.settings.values():
        if setting.kind == "choice":
            settings[setting.name] = dice.choice(setting.choices)
    evening = Evening(found.id, guests, found.usual(**settings))
    while refuse_evening(evening) is not None and settings:  # this choice is not for so many players
        settings.popitem()
        evening = Evening(found.id, guests, found.usual(**settings))
    return dealt(game, evening, dice)


def dealt(game: Game, evening: Evening, dice: Random) -> Evening:
    """With cards, if the game deals any."""
    cards = game.cards(evening, {})
    assert not isinstance(cards, Refused), f"no cards can be dealt to {len(evening.guests)}: {cards}"
    roles: list[str | None] = [*dice.sample(cards, len(cards))] or [None] * len(evening.guests)
    guests = tuple(Guest(guest.name, guest.age, role) for guest, role in zip(evening.guests, roles, strict=True))
    evening = Evening(evening.game, guests, evening.settings)
    refused = refuse_evening(evening)
    assert refused is None, f"{len(guests)} players are refused: {refused}"
    return evening


def names(number: int) -> list[str]:
    """So many names."""
    return [*NAMES, "Quim", "Rose-Marie", "Sam d'Arc", "Zoé"][:number]


def look(prompter: Prompter, now: float) -> None:
    """Each view can be taken, can be sent, and tells nobody what is hidden."""
    seen = prompter.snapshot
    if seen.table is not None:
        for viewer in (ROOM, HOST, SECRETS, *(Viewer("player", name) for name in seen.evening.names)):
            load(seen.evening.game).view(seen.table, seen.beat, viewer)  # a page would go on without it
    for view in (to_plain(room(seen, now)), to_plain(host(seen))):
        json.dumps(view)
        for where in _hidden(view):
            raise AssertionError(f"at '{seen.beat.name if seen.beat else 'the end'}' a view tells {where}")
    for name in seen.evening.names:
        json.dumps(to_plain(card(seen, name)))
    beat = seen.beat
    assert beat is None or beat.asks or beat.press or beat.hold or beat.within is not None, (
        f"'{beat.name}' asks nothing"
    )
    assert beat is None or beat.within is None or TimeUp in beat.takes, (
        f"the time of '{beat.name if beat else ''}' runs out, and it does not take TimeUp"
    )


def _hidden(view: Any, where: str = "") -> Iterator[str]:
    if isinstance(view, Mapping):
        for key, value in view.items():
            if key in HIDDEN and isinstance(value, str) and "name" in view:
                yield f"{where}.{key} = {value}"
            yield from _hidden(value, f"{where}.{key}")
    elif isinstance(view, list | tuple):
        for number, value in enumerate(view):
            yield from _hidden(value, f"{where}[{number}]")


def nothing_hidden_is_told_by_the_start(found: Manifest, game: Game, seed: int) -> None:
    """Two deals of the same company look alike to the room and to the host."""
    dice = Random(seed)
    prompters = [
        Prompter(dealt(game, company(found, game, found.most, Random(0)), dice), Narrator("en")) for _ in range(2)
    ]
    for prompter in prompters:
        prompter.begin(0.0)
    first, second = ((to_plain(room(p.snapshot, 0.0)), to_plain(host(p.snapshot))) for p in prompters)
    assert first == second, f"a view of {found.id} differs by the cards that were dealt"


def nobody_knows_the_others_cards(played: PlayedByDice, dice: Random) -> None:
    """The same game where only the others hold other cards: until all can hear a difference, nobody sees one.

    That is the room, the host, and one of those whose card is the commonest: special cards may know more.
    """
    guests = played.evening.guests
    (common, _), *others = Counter(guest.role for guest in guests).most_common()
    if not others:
        return  # there are no cards, or all are equal
    who = dice.choice([guest.name for guest in guests if guest.role == common])
    roles = [guest.role for guest in guests if guest.name != who]
    dealt_anew = iter(dice.sample(roles, len(roles)))
    other = replace(
        played.evening,
        guests=tuple(guest if guest.name == who else replace(guest, role=next(dealt_anew)) for guest in guests),
    )
    if other == played.evening or refuse_evening(other) is not None:
        return
    prompters = [Prompter(evening, Narrator("en")) for evening in (played.evening, other)]
    answers = [prompter.begin(0.0) for prompter in prompters]
    for event, now in [(record.event, record.t) for record in played.records if isinstance(record, Happened)]:
        first, second = ([cue for cue in answer.cues if _is_public(cue)] for answer in answers)
        beat, beside = (prompter.beat for prompter in prompters)
        if first != second or beat is None or beside is None or beat.name != beside.name:
            return
        views = [
            {"the room": room(p.snapshot, now), "the host": host(p.snapshot), f"{who}'s card": card(p.snapshot, who)}
            for p in prompters
        ]
        for whose, view in views[0].items():
            one, two = to_plain(view), to_plain(views[1][whose])
            differ = sorted(key for key in one if one[key] != two.get(key))
            assert one == two, f"at '{beat.name}' {whose} tells which cards the others hold: {', '.join(differ)}"
        answers = [prompter.offer(event, now) for prompter in prompters]
        if any(answer.refused for answer in answers):
            return


def _is_public(cue: Cue) -> bool:
    """Everyone in the room can hear or see it."""
    return not isinstance(cue, Countdown) and not (isinstance(cue, Fact) and cue.secret)


def replay(found: Manifest, played: PlayedByDice, folder: Path | None) -> None:
    """The journal, written and read back, leads a fresh script to the same end."""
    records: tuple[Record, ...] = tuple(played.records)
    if folder is not None:
        header = Header(played.evening, "en", 0, found.version, 0.0, "test")
        journal = Journal.begin(folder, header, "game")
        journal.write(records, 0.0)
        journal.close()
        assert journal.trouble is None, journal.trouble
        story = read(journal.path)
        journal.path.unlink()
        assert story.header == header, "the journal's first line is read back differently"
        records = story.records
    anew = Prompter(played.evening, Narrator("en"))
    cues = list(anew.begin(0.0).cues)
    for record in played.records:
        if isinstance(record, Happened):
            cues += anew.offer(record.event, record.t).cues
    for cue, before in zip(cues, played.cues, strict=False):
        assert cue == before, f"the same answers lead to {cue}, and before to {before}: is there chance, or a clock?"
    again = Prompter(played.evening, Narrator("en"))
    again.recall(records, 0.0)
    assert again.finished, f"the journal of a finished game is replayed to '{again.beat and again.beat.name}'"
    assert again.table == played.prompter.table, "the replay ends with other facts"


def undo_all_and_redo(played: PlayedByDice) -> None:
    """Back to the first beat, step by step, and forth again: the same end."""
    prompter, now, end = played.prompter, played.now, played.prompter.table
    while prompter.offer(Wish.TAKE_BACK, now).refused is None:
        look(prompter, now)
    assert prompter.beat is not None
    assert prompter.beat.name == played.beats[0].name, "undo does not lead back to the beginning"
    while prompter.offer(Wish.PUT_BACK, now).refused is None:
        look(prompter, now)
    assert prompter.finished, f"redo stops at '{prompter.beat.name if prompter.beat else ''}'"
    assert prompter.table == end, "redo ends with other facts"


def words_of(found: Manifest) -> None:
    """The game's own words have the same keys, and as many variants, in both languages."""
    shapes = {lang: _shape(lines(lang, found.folder)) for lang in LANGS}
    first, *others = shapes.values()
    for other in others:
        differ = sorted(str(key) for key in first ^ other)
        assert not differ, f"{found.folder}/lines: not the same in {' and '.join(LANGS)}: {', '.join(differ[:5])}"


def tables_of(found: Manifest) -> None:
    """What game.toml names has its words in both languages, and its light and its call."""
    for lang in LANGS:
        words = lines(lang, found.folder)
        assert found.title.get(lang), f"{found.folder}/game.toml: title has no {lang}"
        for table, keys in (("role", found.roles), ("setting", tuple(found.settings))):
            for key in keys:
                assert key in words.get(table, {}), f"[{table}] has no {key} ({lang})"
        for setting in found.settings.values():
            for choice in setting.choices:
                key = f"{setting.name}_{choice}"
                assert key in words.get("setting", {}), f"[setting] has no {key} ({lang})"
    for name, look in found.facts.items():
        assert not look.call or look.call in HOUSE_CALLS, f"facts.{name}: no buzzer knows the call {look.call}"
        assert not look.flash or _is_light(found, look.flash), f"facts.{name}: [moods] has no {look.flash}"
    for name, call in found.calls.items():
        assert call in HOUSE_CALLS, f"calls.{name}: no buzzer knows {call}: known are {', '.join(HOUSE_CALLS)}"


def _is_light(found: Manifest, mood: str) -> bool:
    return mood in found.moods or mood in HOUSE_MOODS


def _shape(words: Any, at: str = "") -> set[str]:
    if isinstance(words, Mapping):
        return {shape for key, value in words.items() for shape in _shape(value, f"{at}.{key}")}
    return {f"{at} x{len(words)}" if isinstance(words, list) else at}


def every_word_is_there(found: Manifest, played: PlayedByDice) -> None:
    """What was said, asked and told in this game has its words in both languages."""
    for lang in LANGS:
        narrator, words = Narrator(lang, game=found), lines(lang, found.folder)
        for cue in played.cues:
            if isinstance(cue, Say):
                assert cue.line in words["say"], f"[say] has no {cue.line} ({lang})"
                assert narrator.words(cue)
            elif isinstance(cue, Light):
                assert _is_light(found, cue.mood), f"[moods] has no {cue.mood}"
            elif isinstance(cue, Top):
                assert found.call(cue.call) in HOUSE_CALLS, f"[calls] has no {cue.call}"
                assert cue.call in words.get("call", {}), f"[call] has no {cue.call} ({lang})"
            elif isinstance(cue, Fact):
                assert snake(type(cue).__name__) in words.get("fact", {}), (
                    f"[fact] has no {type(cue).__name__} ({lang})"
                )
                narrator.fact(cue)
        for beat in played.beats:
            for what, said in (("title", True), ("press", beat.press), ("double", beat.double), ("hold", beat.hold)):
                assert not said or narrator.beat(beat.name, what), f"[beat.{beat.name}] has no {what} ({lang})"
            for ask in beat.asks:
                _every_label_is_there(ask, words, f"'{beat.name}' ({lang})")
                if isinstance(ask, Choose) and isinstance(beat.press, Pointed):
                    for line in (f"option_{option.label}" for option in ask.options if not option.name):
                        assert line in words["say"], (
                            f"[say] has no {line}: the button points at it at '{beat.name}' ({lang})"
                        )


def _every_label_is_there(ask: Ask, words: Mapping[str, Any], where: str) -> None:
    question = getattr(ask, "question", "")
    assert not question or question in words.get("ask", {}), f"[ask] has no {question}, asked at {where}"
    if isinstance(ask, OneAnswer):
        assert not ask.label or ask.label in words.get("label", {}), f"[label] has no {ask.label}: {where}"
    if isinstance(ask, Choose):
        for option in ask.options:
            assert not option.label or option.label in words.get("label", {}), f"[label] has no {option.label}: {where}"
            assert option.name or option.label, f"an option of {question} has no name and no label: {where}"
    if isinstance(ask, Race):
        assert ask.players, f"nobody races at {where}"
