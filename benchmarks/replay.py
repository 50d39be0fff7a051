"""After a power cut: read the journal of a five-hour evening and stand where it stood, beside bare `json.loads`.

The evening is as hard on the journal as a real one gets: twenty guests with cards, the longest talks, a pulse for
each five seconds of sand, and a host who corrects, pauses and takes back all the time.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from _host import Host, invite
from _measure import in_turns

from majordome import __version__
from majordome.core.evening_loop import PULSE_EVERY
from majordome.core.evening_queue import Said
from majordome.core.events import Gesture, TimeAdded, TimeUp, Wish
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.prompter import Answer, Prompter
from majordome.core.records import Record
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import Freed, Imprisoned, Killed, Revived
from majordome.games.murder.roles import Role
from majordome.service.evenings_folder import recalled
from majordome.words.narrator import Narrator

HOURS = 5
TALK = 3600  # seconds: the longest that may be set
RESTLESS = 0.1  # how likely it is, every five seconds, that the host corrects something
BEGUN = 1_700_000_000.0  # seconds since 1970: a Tuesday evening
GOAL = 0.100  # seconds
ROUNDS = 15


class LongEvening:
    """A weekend in virtual time, and all that the box would write of it."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)
        self._host = Host(self._dice)
        self._kept: dict[float, list[Record]] = {}  # by the minute: not each line need wait for this disk
        self._seed = seed
        self.now = 0.0
        self.prompter = Prompter(invite("weekend", 20, self._dice, TALK), Narrator("en", seed))

    def play(self) -> bool:
        """Play until the power fails; False if the game was over before."""
        self._host.look(self.prompter.begin(self.now).cues)
        while self.now < HOURS * 3600:
            beat = self.prompter.beat
            if beat is None:
                return False
            left = self.prompter.time_left(self.now)
            if self._dice.random() < RESTLESS:
                self._correct(beat.table)
            elif left is None:
                self.now += beat.usually
                self._host.answer(beat, self._offer)
            elif left > PULSE_EVERY:
                self.now += PULSE_EVERY
                self._keep(self.prompter.pulse(self.now))
            else:
                self.now += max(0.0, left)
                self._offer(TimeUp())
        return True

    def write(self, folder: Path) -> Path:
        """The journal."""
        evening = self.prompter.evening
        header = Header(evening, "en", self._seed, manifest(evening.game).version, BEGUN, __version__)
        journal = Journal.begin(folder, header, "evening")
        for wall, records in self._kept.items():
            journal.write(tuple(records), wall)
        journal.close()
        assert journal.trouble is None
        return journal.path

    def _keep(self, *records: Record) -> None:
        self._kept.setdefault(BEGUN + self.now // 60 * 60, []).extend(records)

    def _offer(self, said: Said) -> Answer:
        answer = self.prompter.offer(said, self.now)
        self._keep(*answer.records)
        self._host.look(answer.cues)
        return answer

    def _correct(self, table: Table) -> None:
        """Say something wrong and put it right again."""
        name = self._dice.choice([name for name in table.living if table.role(name) is not Role.MURDERER])
        pairs: tuple[tuple[Said, Said], ...] = (
            (Wish.PAUSE, Wish.GO_ON),
            (Gesture.BACK, Wish.PUT_BACK),
            (Killed(name), Revived(name)),
            (Killed(name), Gesture.BACK),
            (Imprisoned(name), Freed(name)),
            (TimeAdded(60), TimeAdded(-60)),
        )
        for said in self._dice.choice(pairs):
            self._offer(said)


def five_hours() -> LongEvening:
    """The first evening that lasts so long: dice may jail both murderers before."""
    return next(evening for seed in count() if (evening := LongEvening(seed)).play())


def state(prompter: Prompter, now: float) -> tuple[object, ...]:
    """All that must be the same after a power cut."""
    return prompter.table, prompter.history, prompter.lasting(now), prompter.played(now)


def parse(path: Path) -> list[object]:
    """All that any reader of the file must do."""
    return [json.loads(line[9:]) for line in path.read_bytes().splitlines()]


def main() -> None:
    """Write, check that it is recalled as it stood, measure."""
    evening = five_hours()
    with TemporaryDirectory() as folder:
        path = evening.write(Path(folder))
        assert state(recalled(read(path), evening.now), evening.now) == state(evening.prompter, evening.now)
        ours, reference = in_turns(lambda: recalled(read(path)), lambda: parse(path), ROUNDS, clock=process_time)
        story, size = read(path), path.stat().st_size
    print(
        f"replay: {ours * 1e3:.0f} ms to read and recall {HOURS} hours, {reference * 1e3:.0f} ms for bare json.loads, "
        f"ratio {ours / reference:.1f}; goal under {GOAL * 1e3:.0f} ms: {'kept' if ours < GOAL else 'MISSED'}"
    )
    kinds = Counter(type(record).__name__ for record in story.records)
    print(f"  {len(story.records)} records, {size:,} bytes: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    print(f"  {len(evening.prompter.history)} events still count at the end (processor time, median of {ROUNDS})")


if __name__ == "__main__":
    main()
