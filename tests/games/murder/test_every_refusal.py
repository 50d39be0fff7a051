"""Every reason the rules can give is written in both languages, and each is provoked here at least once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import majordome
from games.murder.moves import look_at, play_round
from majordome.core.asks import Option
from majordome.core.cues import Refused
from majordome.core.evening import Guest
from majordome.core.events import ChairLeft, Event, GameEnded, Pressed, TimeAdded
from majordome.core.guest_list import refuse_evening
from majordome.core.library import load, manifest
from majordome.core.script import Beat, Script, choose, dial
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    CardTaken,
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
    Tapped,
    VoteCorrected,
    Winked,
    YoungestNamed,
)
from majordome.games.murder.refusals import no_charm as refuse_kiss
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, button_only, guest_list
from majordome.testing import NAMES
from majordome.words.narrator import LANGS, Lang, Narrator, lines

HOUSE = Path(majordome.__file__).parent


def reasons(source: Path) -> set[str]:
    """The keys of all refusals that a module can utter."""
    return {
        text.value
        for call in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Refused", "_refusal")
        for why in call.args[1:2]
        for text in spoken(why)
        if isinstance(text.value, str)
    }


def spoken(why: ast.expr) -> Iterator[ast.Constant]:
    """A key, or either of two."""
    if isinstance(why, ast.IfExp):
        yield from spoken(why.body)
        yield from spoken(why.orelse)
    elif isinstance(why, ast.Constant):
        yield why


RULEBOOKS = {
    key
    for module in [*(HOUSE / "games" / "murder").glob("*.py"), HOUSE / "core" / "script.py"]
    for key in reasons(module)
}
PROMPTER = reasons(HOUSE / "core" / "prompter.py")
GUEST_LIST = reasons(HOUSE / "core" / "guest_list.py")
MURDER = HOUSE / "games" / "murder"


def friday(beat: str, event: Event) -> Callable[[], Refused]:
    """Friday night: Dora is a vampire, and nobody is dead."""
    return lambda: look_at(a_weekend(Dora="vampire"), beat).refusal_of(event)


def saturday(beat: str, *events: Event, cid: str = "charmer") -> Callable[[], Refused]:
    """Saturday: Ana killed Lia by night, Bob and Kim sit until the release, Dora is short-sighted."""

    def provoke() -> Refused:
        party = a_weekend(Cid=cid, Dora="shortsighted")
        play_round(party, "Lia", by="Ana", jail=("Bob", "Kim"))
        look_at(party, beat)
        for event in events[:-1]:
            party.say(event)
        return party.refusal_of(events[-1])

    return provoke


def tied(event: Event, *, votes: int = 1) -> Callable[[], Refused]:
    """Hal has a seat, Ida and Jo are tied for the other; nobody's age is known."""

    def provoke() -> Refused:
        party = MurderParty(an_evening(guests=tuple(replace(guest, age=None) for guest in guest_list(12))))
        party.murder("Lia")
        party.vote(Hal=5, Ida=3, Jo=3)
        party.go_to("counting")
        if votes == 2:
            party.vote(Ida=3, Jo=3)
        return party.refusal_of(event)

    return provoke


def full_house() -> Refused:
    """Nine around the table, and a latecomer."""
    return look_at(a_table(9), "nightfall").refusal_of(GuestCame("Zoe"))


def third_kiss() -> Refused:
    """A weekend has only two days, so a third kiss can only come from a table laid by hand."""
    table = replace(Table.laid(an_evening(guests=guest_list(12, Cid="charmer"))), charmed=("Dora", "Eve"))
    refused = refuse_kiss(table, "Fay")
    assert refused
    return refused


def company(*, game: str = "weekend", edition: str = "B", **roles: str) -> Refused:
    """A company that cannot play."""
    guests = [Guest(name, role=roles.get(name, "guest") or None) for name in NAMES[:12]]
    refused = refuse_evening(an_evening(game, tuple(guests), edition=edition))
    assert refused
    return refused


def too_special() -> Refused:
    """More special cards than guests to hold them."""
    cards = load("table").cards(an_evening("table", guest_list(5)), {"heart": 2, "vampire": 2})
    assert isinstance(cards, Refused)
    return cards


def asked(script: Script[tuple[Table, Event]], event: Event) -> Refused:
    """A question of which no murder game has the kind: what it answers to this."""
    beat = next(script)
    assert isinstance(beat, Beat)
    refused = beat.refuses(event)
    assert refused
    return refused


class TimeAsked(Event, frozen=True):
    """So many minutes."""

    minutes: int


LAID = Table.laid(an_evening(guests=guest_list(12)))

PROVOKED: dict[str, Callable[[], Refused]] = {
    "no_news": friday("walking", ChairLeft("left")),
    "no_hourglass": friday("walking", TimeAdded(30)),
    "not_now": friday("murder", Pressed()),
    "unknown_name": friday("murder", Killed("Zoe")),
    "no_guest_list": lambda: look_at(button_only(), "walking").refusal_of(Killed("Ana")),
    "already_dead": saturday("walking", Killed("Lia")),
    "not_dead": saturday("walking", Revived("Hal")),
    "not_in_jail": saturday("walking", Freed("Hal")),
    "already_in_jail": saturday("walking", Imprisoned("Kim")),
    "jail_is_full": saturday("walking", Imprisoned("Hal")),
    "no_jail_at_the_table": lambda: look_at(a_table(), "discussion").refusal_of(Imprisoned("Gus")),
    "no_vote_open": saturday("walking", VoteCorrected((("Hal", 3),))),
    "dead_do_not_act": saturday("turning", Winked("Hal", "Lia")),
    "not_a_murderer": saturday("turning", Winked("Hal", "Ida")),
    "killer_in_jail": saturday("turning", Winked("Hal", "Bob")),
    "killed_last_night": saturday("turning", Freed("Bob"), Winked("Hal", "Ana")),
    "killed_oneself": lambda: look_at(a_weekend(known=False), "murder").refusal_of(Tapped("Ana", "Ana")),
    "name_with_kill": friday("walking", Named("Hal")),
    "already_gone": saturday("walking", GuestLeft("Hal"), GuestLeft("Hal")),
    "name_taken": friday("walking", CardTaken("Hal", "Ana")),
    "bad_name": friday("walking", GuestCame(" ")),
    "no_seat_left": full_house,
    "prisoner_is_safe": saturday("turning", Winked("Kim")),
    "murderer_is_safe": friday("murder", Tapped("Ana")),
    "which_murderer": friday("murder", Tapped("Dora")),
    "roles_known": friday("murder", Tapped("Hal", weak_heart=True)),
    "no_charmer": saturday("turning", Kissed("Hal"), cid="guest"),
    "one_kiss_a_day": saturday("turning", Kissed("Hal"), Kissed("Ida")),
    "kisses_herself": saturday("turning", Kissed("Cid")),
    "already_charmed": lambda: on_sunday(Kissed("Hal")),
    "cannot_see_kisses": saturday("turning", Kissed("Dora")),
    "no_kiss_for_prisoners": saturday("turning", Kissed("Kim")),
    "two_charmed": third_kiss,
    "may_not_vote": saturday("counting", BallotCast("Lia", ("Hal", "Ida"))),
    "points_at_nobody": saturday("counting", BallotCast("Ana", ())),
    "not_a_candidate": saturday("counting", BallotCast("Ana", ("Hal", "Lia"))),
    "same_player_twice": saturday("counting", BallotCast("Ana", ("Hal", "Hal"))),
    "two_hands": saturday("counting", BallotCast("Ana", ("Hal",))),
    "one_hand": tied(BallotCast("Ana", ("Ida", "Jo"))),
    "counted_twice": saturday("counting", HandsCounted((("Hal", 1), ("Hal", 2)))),
    "impossible_count": saturday("counting", HandsCounted((("Hal", 12),))),
    "too_many_hands": tied(HandsCounted((("Ida", 6), ("Jo", 6)))),
    "ballots_missing": saturday("counting", BallotsClosed()),
    "not_tied": tied(YoungestNamed(("Hal",)), votes=2),
    "how_many_youngest": tied(YoungestNamed(("Ida", "Jo")), votes=2),
    "more_cards_than_guests": too_special,
    "no_such_winner": friday("walking", GameEnded("butlers")),
    "role_for_all": lambda: company(Ana="murderer", Bob="murderer", Lia=""),
    "two_murderers": lambda: company(Ana="murderer"),
    "too_many_cards": lambda: company(Ana="murderer", Bob="murderer", Cid="heart", Dora="heart", edition="A"),
    "not_a_choice": lambda: asked(
        choose(LAID, "kiss", "kiss", (Option(Kissed("Hal"), "Hal"), Option(Kissed("Ida"), "Ida"))), Kissed("Jo")
    ),
    "number_out_of_range": lambda: asked(dial(LAID, "talk", "talk", TimeAsked, 1, 5), TimeAsked(6)),
}


def on_sunday(event: Event) -> Refused:
    """Hal was kissed on Saturday."""
    party = a_weekend(Cid="charmer")
    play_round(party, jail=("Jo", "Kim"))
    party.go_to("turning")
    party.say(Kissed("Hal"))
    party.say(NobodyDied())
    party.jail("Jo", "Kim")
    play_round(party, jail=("Jo", "Kim"))
    return look_at(party, "turning").refusal_of(event)


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_is_written_in_both_languages(lang: Lang) -> None:
    assert (RULEBOOKS | PROMPTER | GUEST_LIST) - set(lines(lang, MURDER)["refusal"]) == set()


def test_the_reasons_were_found_in_the_source() -> None:
    assert {"which_murderer", "one_hand", "two_hands", "unknown_name", "no_guest_list"} <= RULEBOOKS
    assert {"too_late", "nothing_to_press", "paused", "finished"} <= PROMPTER
    assert {"same_name", "how_many_guests", "no_such_role"} <= GUEST_LIST


def test_every_reason_of_the_rulebooks_is_provoked_below() -> None:
    assert set(PROVOKED) == RULEBOOKS


@pytest.mark.parametrize("why", sorted(PROVOKED))
def test_the_host_hears_why_not(why: str) -> None:
    refused = PROVOKED[why]()
    assert refused.why == why
    for lang in LANGS:
        text = Narrator(lang, game=manifest("weekend")).refusal(refused)
        assert text
        assert "{" not in text
