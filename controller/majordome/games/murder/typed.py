"""The host's words for a murder party, typed in English or French: `victim Zoe by Ana`, `voix Bob 7 Cid 5`."""

from __future__ import annotations

from majordome.core.events import Event, GameEnded
from majordome.core.script import Beat
from majordome.core.typed_commands import Command, Words, one_name
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    Came,
    CardTaken,
    Exchanged,
    Explained,
    Freed,
    GuestCame,
    GuestLeft,
    HandsCounted,
    Imprisoned,
    Killed,
    Kissed,
    Named,
    NobodyDied,
    Revived,
    Screamed,
    Tapped,
    TriedOut,
    VoteCorrected,
    Winked,
    Winner,
    WinnerNamed,
    YoungestNamed,
)

SIDES: dict[str, Winner] = {
    "guests": "guests",
    "invites": "guests",
    "murderers": "murderers",
    "assassins": "murderers",
    "nobody": "nobody",
    "personne": "nobody",
}
BY = ("by", "par")
OTHERS = ("anyway", "others", "quand-meme", "autres")


def _killer(words: Words) -> str | None:
    """`by NAME`, if it is there."""
    if not words.left:
        return None
    if words.word(*BY) is None:
        raise words.wrong()
    return words.name()


def _victim(words: Words, beat: Beat | None) -> Event:
    victim, killer = words.name(), _killer(words)
    takes = beat.takes if beat else (Tapped,)
    if Winked in takes:
        return Winked(victim, killer)
    return Tapped(victim, killer) if Tapped in takes else Named(victim, killer)


def _nobody(words: Words, _: Beat | None) -> Event:
    return NobodyDied(_killer(words))


def _ballot(words: Words, _: Beat | None) -> Event:
    return BallotCast(words.name(), words.names())


def _count(words: Words, _: Beat | None) -> Event:
    others = words.word(*OTHERS) is not None
    return BallotsClosed(words.names(), others)


def _came(words: Words, _: Beat | None) -> Event:
    return Came(words.name() if words.left else None)


def _exchanged(words: Words, _: Beat | None) -> Event:
    return Exchanged(words.name() if words.left else None)


def _taken_over(words: Words, _: Beat | None) -> Event:
    name = words.name()
    words.word(*BY)
    return CardTaken(name, words.rest())


COMMANDS: tuple[Command, ...] = (
    Command(("victim", "victime", "tap", "wink"), "NAME [by NAME]", _victim),
    Command(("nobody", "personne"), "[by NAME]", _nobody),
    Command(("kiss", "baiser"), "NAME", one_name(Kissed)),
    Command(("votes", "voix"), "NAME 7 NAME 5 ...", lambda words, beat: HandsCounted(words.numbers())),
    Command(("ballot", "bulletin"), "VOTER NAME NAME", _ballot),
    Command(("count", "compter"), "[anyway | NAME ...]", _count),
    Command(("youngest", "jeune"), "NAME ...", lambda words, beat: YoungestNamed(words.names())),
    Command(("winner", "gagnant"), "guests | murderers", lambda words, beat: WinnerNamed(words.one_of(SIDES))),
    Command(("end", "fin"), "guests | murderers | nobody", lambda words, beat: GameEnded(words.one_of(SIDES))),
    Command(("kill", "tuer"), "NAME", one_name(Killed)),
    Command(("revive", "ranimer"), "NAME", one_name(Revived)),
    Command(("free", "libérer"), "NAME", one_name(Freed)),
    Command(("jail", "prison"), "NAME", one_name(Imprisoned)),
    Command(("screamed", "cri"), "", lambda words, beat: Screamed()),
    Command(("came", "venu"), "[NAME]", _came),
    Command(("exchanged", "échange"), "[NAME]", _exchanged),
    Command(("rules", "règles"), "", lambda words, beat: Explained()),
    Command(("demo",), "", lambda words, beat: TriedOut()),
    Command(("leaves", "part"), "NAME", one_name(GuestLeft)),
    Command(("arrives", "arrive"), "NAME", lambda words, beat: GuestCame(words.rest())),
    Command(("takes-over", "remplacer"), "NAME by NAME", _taken_over),
    Command(("correct", "corriger"), "NAME 7 NAME 5 ...", lambda words, beat: VoteCorrected(words.numbers())),
)
