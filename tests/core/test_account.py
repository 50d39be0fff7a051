"""The account of an evening: what everyone saw, and the secrets only when the game is over or the host insists."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from majordome.core import events
from majordome.core.account import COMMAND_OF, account
from majordome.core.events import GameEnded, Override, PhaseSkipped, TimeAdded
from majordome.core.game import RULEBOOKS
from majordome.core.journal import Entry, Header, Journal, Story, read
from majordome.games.murder.events import Freed, Imprisoned, Killed, Kissed, Revived, Tapped, VoteCorrected, Winked
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only
from majordome.words.narrator import Lang, Narrator


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def header(party: MurderParty, lang: Lang = "en") -> Header:
    evening = party.prompter.evening
    return Header(evening, lang, seed=0, rules=RULEBOOKS[evening.game].version, wall=1_700_000_000.0, majordome="0")


def story(party: MurderParty, lang: Lang = "en") -> Story:
    records = tuple(party.scribe.records)
    return Story(header(party, lang), tuple(Entry(r, 1_700_000_000.0 + r.t) for r in records), 0, 0, torn=False)


def told(party: MurderParty, *, lang: Lang = "en", secrets: bool | None = None) -> list[str]:
    """The lines without title and time of day."""
    _, *lines = account(story(party, lang), secrets=secrets)
    return [re.sub(r"^  \d\d:\d\d  ", "", line) for line in lines]


def an_evening_full_of_secrets() -> MurderParty:
    """Friday: Cid by Ana. Saturday: a kiss, and a wink that nobody saw. Saturday night: the vampire."""
    party = a_weekend(Dora="charmer", Eve="shortsighted", Fay="vampire")
    party.murder("Cid", by="Ana")
    party.jail("Gus", "Hal")
    party.go_to("turning")
    party.say(Kissed("Ida"))
    party.say(Winked("Eve", "Bob"))
    party.jail("Ida", "Jo")
    party.murder("Fay", by="Ana")
    return party


SATURDAY = Narrator("en").when("saturday", "day")
ANYONE_SAW = [
    "",
    "Round 1, Friday night",
    "Cid dies",
    "a vote, seats: 2",
    "hands: Gus 3, Hal 3",
    "in jail: Gus and Hal",
    "",
    f"Round 2, {SATURDAY}",
    "Gus and Hal leave the jail",
    "a vote, seats: 2",
    "hands: Ida 3, Jo 3",
    "in jail: Ida and Jo",
    "",
    "Round 3, Saturday night",
    "Ana dies",
    "",
    "The evening is not over. It waits here: Everyone is awake.",
]
SECRETS = [
    "",
    "Round 1, Friday night",
    "the killer: Ana",
    "Cid dies",
    "a vote, seats: 2",
    "hands: Gus 3, Hal 3",
    "in jail: Gus and Hal",
    "",
    f"Round 2, {SATURDAY}",
    "Ida falls under the charm",
    "the killer: Bob",
    "Eve did not see the wink",
    "Gus and Hal leave the jail",
    "a vote, seats: 2",
    "hands: Ida 3, Jo 3",
    "in jail: Ida and Jo",
    "",
    "Round 3, Saturday night",
    "the killer: Ana",
    "Fay the vampire takes the place of Ana",
    "Ana dies",
    "",
]
CARDS = [
    "  † Ana: vampire",
    "    Bob: murderer",
    "  † Cid: guest",
    "    Dora: charmer",
    "    Eve: short-sighted",
    "    Fay: murderer",
    *(f"    {name}: guest" for name in ("Gus", "Hal", "Ida", "Jo", "Kim", "Lia")),
]


def test_an_unfinished_evening_is_told_as_anyone_saw_it() -> None:
    assert told(an_evening_full_of_secrets()) == ANYONE_SAW


def test_nothing_secret_is_told_of_an_unfinished_evening_in_any_language() -> None:
    for lang in ("en", "fr"):
        text = "\n".join(told(an_evening_full_of_secrets(), lang=lang)).casefold()
        for secret in (
            "killer",
            "vampire",
            "wink",
            "charm",
            "murderer",
            "assassin",
            "baiser",
            "clin d",
            "myope",
            "eve",
        ):
            assert re.search(rf"\b{secret}\b", text) is None, secret


def test_the_host_may_insist_on_the_secrets() -> None:
    assert told(an_evening_full_of_secrets(), secrets=True) == [*SECRETS, ANYONE_SAW[-1], *CARDS]


def test_a_finished_evening_tells_its_secrets_by_itself() -> None:
    party = an_evening_full_of_secrets()
    party.say(GameEnded("guests"))
    assert told(party) == [
        *SECRETS[:-1],
        "the host: end the game",
        "the end: the guests",
        "",
        "The evening is over.",
        *CARDS,
    ]


def test_a_finished_evening_can_be_told_without_its_secrets() -> None:
    party = an_evening_full_of_secrets()
    party.say(GameEnded("guests"))
    lines = told(party, secrets=False)
    assert lines[:15] == ANYONE_SAW[:15]
    assert lines[-3:] == ["the end: the guests", "", "The evening is over."]


def test_what_was_taken_back_never_was() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.back()
    party.say(Tapped("Dora", "Bob"))
    party.wait(10)
    lines = told(party, secrets=True)
    assert "Cid dies" not in lines
    assert lines[:4] == ["", "Round 1, Friday night", "the killer: Bob", "Dora dies"]


def test_each_override_of_the_host_is_told_with_its_name() -> None:
    party = a_weekend()
    party.say(Killed("Cid"))
    party.say(Revived("Cid"))
    party.say(Imprisoned("Dora"))
    party.say(Freed("Dora"))
    party.murder("Eve", by="Ana")
    party.go_to("discussion")
    party.say(TimeAdded(-30))
    party.say(PhaseSkipped())
    party.vote(Fay=3, Gus=2)
    party.say(VoteCorrected((("Fay", 4), ("Hal", 3))))
    party.say(GameEnded("nobody"))
    lines = told(party)
    assert [line for line in lines if line.startswith("the host: ")] == [
        "the host: Cid out of the game",
        "the host: Cid back in the game",
        "the host: Dora into jail",
        "the host: Dora out of jail",
        "the host: -30 s more sand, or less",
        "the host: leave out the rest of this phase",
        "the host: Fay 4, Hal 3 the last count was wrong, this is right",
        "the host: end the game",
    ]
    assert "the end: nobody" in lines


def test_every_override_has_a_word_in_the_account() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Override)}
    assert set(COMMAND_OF) == kinds - {Override}


def test_a_tie_and_the_youngest_are_told() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.vote(Dora=5, Eve=3, Fay=3)
    party.vote(Eve=2, Fay=2)
    assert told(party)[3:8] == [
        "a vote, seats: 2",
        "hands: Dora 5, Eve 3, Fay 3",
        "a vote, seats: 1",
        "hands: Eve 2, Fay 2",
        "tied again, the youngest: Fay",
    ]


def test_at_the_table_a_card_that_was_turned_is_no_secret() -> None:
    party = a_table()
    party.murder("Cid", by="Ana")
    party.vote(Dora=3)
    party.press()
    lines = told(party)
    assert "sacrificed: Dora (guest)" in lines
    assert not [line for line in lines if "killer" in line]


def test_a_button_only_evening_is_told_without_names() -> None:
    party = button_only()
    party.go_to("murder")
    party.press()
    party.go_to("counting_aloud")
    party.press()
    party.go_to("verdict")
    party.hold()
    assert told(party) == [
        "",
        "Round 1, Friday night",
        "somebody dies",
        "a vote, seats: 2",
        "in jail: somebody",
        "the end: the guests",
        "",
        "The evening is over.",
    ]


def test_the_alchemist_is_told_alive_again() -> None:
    party = a_weekend(Cid="alchemist")
    party.murder("Cid", by="Ana")
    assert told(party)[2:4] == ["Cid dies", "Cid is alive again"]


def test_the_title_and_each_line_tell_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "localtime", time.gmtime)
    party = a_weekend()
    party.murder("Cid", by="Ana")
    lines = list(account(story(party)))
    assert lines[0] == "2023-11-14 22:13: weekend, edition B, 12 guests on the list"
    assert lines[3] == "  22:13  Cid dies"


def test_a_written_journal_is_told_like_the_evening_itself(tmp_path: Path) -> None:
    party = an_evening_full_of_secrets()
    journal = Journal.begin(tmp_path, header(party), "evening")
    journal.write(tuple(party.scribe.records), wall=1_700_000_000.0)
    journal.close()
    lines = list(account(read(journal.path)))
    assert [re.sub(r"^  \d\d:\d\d  ", "", line) for line in lines[1:]] == ANYONE_SAW
