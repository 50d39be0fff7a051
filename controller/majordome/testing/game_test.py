"""One test for any game: `game_test("my_game")` plays it by dice and looks at all that the house promises of a game.

Random answers to the end, and once by the one button as far as that goes; replay from the journal, undo all and redo;
views, sayings and ballots compared with those of other cards (game_secrets.py), every word in both languages
(game_words.py), every beat answerable and none beyond what it asks (game_answers.py). What is wrong is an
`AssertionError` that says where.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from traceback import extract_tb

from majordome.core.cues import Cue, Refused
from majordome.core.evening import Evening, Guest
from majordome.core.events import Event, TimeUp, Wish
from majordome.core.game import Game
from majordome.core.guest_list import refuse_evening
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import load, manifest
from majordome.core.manifest import Manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Happened, Record
from majordome.core.script import Beat
from majordome.core.script_reading import Reading
from majordome.errors import Trouble
from majordome.testing import NAMES
from majordome.testing.game_answers import answers_fit, by_button, by_phone
from majordome.testing.game_secrets import (
    look,
    nobody_knows_the_others_cards,
    nobody_sees_anothers_ballot,
    nothing_hidden_is_told_by_the_start,
)
from majordome.testing.game_words import every_word_is_there, refusals_of, tables_of, words_of
from majordome.words.narrator import Narrator

LONGEST = 3000  # events: a game that goes on for longer has no end


class PlayedByDice:
    """One game by dice: what was said, what the box did, and how it ended."""

    def __init__(self, evening: Evening, dice: Random, *, button: bool = False) -> None:
        """`button`: as far as it goes by the one button and the clock alone."""
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
            offered = list(game.answers(beat))
            answers_fit(beat, offered)
            self._say(dice.choice((by_button(beat) or list(by_phone(beat))) if button else offered), beat)

    @property
    def said(self) -> list[tuple[Event, float]]:
        """All that was said, and when."""
        return [(record.event, record.t) for record in self.records if isinstance(record, Happened)]

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
    refusals_of(found)
    played_events = 0
    for number in range(found.fewest, found.most + 1):
        for turn in range(max(1, games // (found.most - found.fewest + 1))):
            dice = Random(f"{seed} {name} {number} {turn}")
            evening = company(found, game, number, dice)
            played = PlayedByDice(evening, dice)
            assert played.prompter.snapshot.outcome is not None, "the game ends without an Outcome"
            every_word_is_there(found, played.cues, played.beats)
            replay(found, played, folder)
            undo_all_and_redo(played)
            nobody_knows_the_others_cards(evening, played.said, dice)
            nobody_sees_anothers_ballot(evening, played.said)
            played_events += len(played.beats)
        by_hand = PlayedByDice(company(found, game, number, Random(seed)), Random(seed), button=True)
        every_word_is_there(found, by_hand.cues, by_hand.beats)
    dice = Random(seed)
    alike = company(found, game, found.most, Random(0))
    nothing_hidden_is_told_by_the_start(found, [dealt(game, alike, dice) for _ in range(2)])
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
