"""What the terminal says that is asked: each kind of question, in both languages, and nothing in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from majordome.core.events import Answered, Event, Pressed, Slammed, Wish
from majordome.core.library import load, manifest
from majordome.core.plain_values import event_from_plain, kinds_of
from majordome.games.murder.events import BallotCast, Kissed
from majordome.games.murder.testing import MurderParty, an_evening, guest_list
from majordome.terminal.asked_text import asked
from majordome.terminal.cue_text import hints
from majordome.testing import Party
from majordome.words.narrator import LANGS, Lang, Narrator
from terminal.pipes import Played
from web.parlour import games_of_the_host, parlour

SHOWN = 80  # columns


@pytest.fixture
def salon() -> Iterator[Party]:
    with games_of_the_host():
        yield Party(parlour())


def own(is_: str, **more: object) -> Event:
    """An event of the parlour."""
    return event_from_plain({"is": is_, **more}, kinds_of(load("parlour").events))


def told(party: Party, lang: Lang = "en") -> list[str]:
    return [
        line.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        for line in asked(party.prompter.snapshot, Narrator(lang, game=manifest(party.prompter.evening.game)))
    ]


def rank(party: Party) -> None:
    """To the ranking."""
    for said in (Pressed(), own("bid", number=2), Slammed("Ana"), own("chosen", name="Bob"), Answered(True)):
        party.say(said)
    party.say(own("chosen", name="Zoé"))  # whispered in the dark


def test_every_kind_of_question_is_told_with_what_can_be_answered(salon: Party) -> None:
    assert told(salon) == []  # only a press is waited for: the gestures tell
    salon.press()
    assert told(salon) == ["How much? (Ana) 1 to 9, now 1"]
    assert told(salon, "fr") == ["Combien ? (Ana) de 1 à 9, pour l’instant 1"]
    salon.press()
    assert told(salon) == ["How much? (Ana) 1 to 9, now 2"]
    salon.double()
    assert told(salon) == ["Who slams first? Ana, Bob, Zoé"]
    assert told(salon, "fr") == ["Qui frappe le premier ? Ana, Bob, Zoé"]
    salon.buzz("Ana")
    assert told(salon) == ["Against whom? (Ana) Bob / Zoé / Nobody at all"]
    salon.press()
    salon.press()
    assert told(salon) == ["Against whom? (Ana) Bob / [Zoé] / Nobody at all"]
    assert told(salon, "fr") == ["Contre qui ? (Ana) Bob / [Zoé] / Personne du tout"]
    salon.double()
    assert told(salon) == ["Are you brave? (Zoé) yes or no"]
    assert told(salon, "fr") == ["Avez-vous du courage ? (Zoé) oui ou non"]


def test_several_names_a_count_and_ballots_are_told_with_their_limits(salon: Party) -> None:
    rank(salon)
    assert told(salon) == ["Who is first, who second? 2 in order, of Ana, Bob, Zoé"]
    assert told(salon, "fr") == ["Qui est premier, qui second ? 2 dans l’ordre, parmi Ana, Bob, Zoé"]
    salon.press()
    salon.double()
    assert told(salon) == ["Who is first, who second? 2 in order, of Ana, Bob, Zoé; so far Ana"]
    salon.say(own("ranked", names=["Bob", "Ana"]))
    assert told(salon) == ["How many claps for each? Ana, Bob, Zoé, each with a number; at most 5 each, 10 in all"]
    assert told(salon, "fr") == [
        "Combien d’applaudissements pour chacun ? Ana, Bob, Zoé, avec un nombre ; 5 au plus chacun, 10 en tout"
    ]
    salon.say(own("clapped", claps=[["Ana", 2]]))
    assert told(salon) == ["Who was best? whoever votes, then 1 of Ana, Bob, Zoé"]
    salon.say(own("voted", voter="Bob", names=["Ana"]))
    assert told(salon) == ["Who was best? whoever votes, then 1 of Ana, Bob, Zoé; ballots in: 1 of 3, not yet Ana, Zoé"]
    assert told(salon, "fr") == [
        "Qui était le meilleur ? qui vote, puis 1 parmi Ana, Bob, Zoé ; bulletins : 1 sur 3, il manque Ana, Zoé"
    ]


def test_nothing_is_asked_aloud_while_eyes_are_closed_or_play_stands_still(salon: Party) -> None:
    for said in (Pressed(), own("bid", number=2), Slammed("Ana"), own("chosen", name="Bob")):
        salon.say(said)
    salon.say(Wish.PAUSE)
    assert told(salon) == []
    salon.say(Wish.GO_ON)
    salon.say(Answered(True))
    assert salon.beat == "whisper"
    assert told(salon) == []
    assert told(salon, "fr") == []


@pytest.mark.parametrize(
    ("lang", "name", "number"),
    [
        ("en", "nothing: type a name", "nothing: type a number"),
        ("fr", "rien\N{NO-BREAK SPACE}: tapez un nom", "rien\N{NO-BREAK SPACE}: tapez un nombre"),
    ],
)
def test_where_no_press_goes_on_the_hint_says_what_to_type(salon: Party, lang: Lang, name: str, number: str) -> None:
    def without_press() -> str:
        seen = salon.prompter.snapshot
        assert seen.beat is not None
        bare = replace(seen, beat=replace(seen.beat, press=None))
        return hints(bare, Narrator(lang, game=manifest("parlour")))[0][1]

    salon.press()
    assert without_press() == number
    salon.double()
    assert without_press() == name  # of whoever slams
    salon.buzz("Ana")
    for said in (own("chosen", name="Bob"), Answered(True), own("chosen", name="Zoé")):
        salon.say(said)
    for said in (own("ranked", names=["Bob", "Ana"]), own("clapped", claps=[["Ana", 2]])):
        assert without_press() == name
        salon.say(said)
    assert without_press() == name  # of whoever votes


def test_a_pipe_prints_each_question_once_and_each_ballot_that_is_in(
    played: Played, evenings: Path, tmp_path: Path
) -> None:
    listed = tmp_path / "parlour.toml"
    listed.write_text("".join(f'[[guests]]\nname = "{name}"\n' for name in ("Ana", "Bob", "Zoé")), "utf-8")
    typed = "\n2\nana\n\n\nbob\nyes\nzoe\nana bob\nana 2\nana bob\nbob zoe\nzoe ana\n"
    with games_of_the_host():
        lines = played("--lang", "en", "--game", "parlour", "--guests", str(listed), typed=typed)
    assert [line.removeprefix("  asked: ") for line in lines if line.startswith("  asked")] == [
        "How much? (Ana) 1 to 9, now 1",
        "Who slams first? Ana, Bob, Zoé",
        "Against whom? (Ana) Bob / Zoé / Nobody at all",  # pointed at twice, and named by the butler each time
        "Are you brave? (Bob) yes or no",
        "Who is first, who second? 2 in order, of Ana, Bob, Zoé",
        "How many claps for each? Ana, Bob, Zoé, each with a number; at most 5 each, 10 in all",
        "Who was best? whoever votes, then 1 of Ana, Bob, Zoé",
        "Who was best? whoever votes, then 1 of Ana, Bob, Zoé; ballots in: 1 of 3, not yet Bob, Zoé",
        "Who was best? whoever votes, then 1 of Ana, Bob, Zoé; ballots in: 2 of 3, not yet Zoé",
    ]


# The murder party.


@pytest.mark.parametrize("lang", LANGS)
def test_twenty_guests_take_two_lines_a_question_at_most(lang: Lang) -> None:
    guests = tuple(replace(guest, role=None) for guest in guest_list(16))
    more = tuple(replace(guests[0], name=name) for name in ("Rose-Marie", "Sam d'Arc", "Théodore", "Zoé"))
    party = MurderParty(an_evening(guests=(*guests, *more)))
    party.go_to("naming")
    assert told(party, "en") == ["Who was killed? Ana / Bob … (20) / Nobody"]
    for beat in ("mourning", "counting"):
        party.go_to(beat)
        for line in told(party, lang):
            assert len(line) < 2 * (SHOWN - 20)
        assert len(told(party, lang)) <= 3
    party.say(BallotCast("Ana", ("Bob", "Cid")))
    ballots = told(party, lang)[1]
    assert ballots.endswith({"en": "not yet Bob, Cid … (19)", "fr": "il manque Bob, Cid … (19)"}[lang])


def seen_by_the_room(lang: Lang, then: Callable[[MurderParty], None], **roles: str) -> list[tuple[str, list[str]]]:
    """What is asked in the light at each beat of a round, with these cards dealt."""
    party = MurderParty(an_evening(guests=guest_list(12, known=True, **roles)))
    seen: list[tuple[str, list[str]]] = []

    def look() -> None:
        if not party.prompter.snapshot.dark:
            seen.append((party.beat, told(party, lang)))
        else:
            assert told(party, lang) == []

    for beat in ("walking", "murder"):
        party.go_to(beat)
        look()
    party.murder("Lia")
    for beat in ("mourning", "discussion", "circle", "counting"):
        party.go_to(beat)
        look()
    for voter in ("Ana", "Cid", "Dora"):
        party.say(BallotCast(voter, ("Gus", "Hal")))
        look()
    party.hold()  # all others abstain
    party.go_to("jailing")
    party.go_to("turning")
    look()
    then(party)
    look()
    return seen


@pytest.mark.parametrize("lang", LANGS)
def test_two_deals_of_the_cards_are_asked_alike_and_a_kiss_is_not_noticed(lang: Lang) -> None:
    def kissed(party: MurderParty) -> None:
        party.say(Kissed("Eve"))

    one = seen_by_the_room(lang, kissed, Cid="charmer", Dora="vampire")
    other = seen_by_the_room(lang, kissed, Ida="murderer", Jo="murderer", Kim="alchemist", Fay="shortsighted")
    assert one == other
    assert one[-1] == one[-2]  # the kiss changed nothing that can be read
