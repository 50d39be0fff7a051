"""The account of an evening: what everyone saw, and the secrets only when the game is over or the host insists."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from majordome.core.account import account
from majordome.core.events import SHARED, GameEnded, Override, PhaseSkipped, TimeAdded
from majordome.core.journal import Entry, Header, Story, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.plain_values import snake
from majordome.games.murder.events import (
    EVENTS,
    Freed,
    Imprisoned,
    Killed,
    Kissed,
    Revived,
    Tapped,
    VoteCorrected,
    Winked,
)
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only
from majordome.words.narrator import LANGS, Lang, lines


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def header(party: MurderParty, lang: Lang = "en") -> Header:
    evening = party.prompter.evening
    return Header(evening, lang, seed=0, rules=manifest(evening.game).version, wall=1_700_000_000.0, majordome="0")


def story(party: MurderParty, lang: Lang = "en") -> Story:
    records = tuple(party.writer.records)
    return Story(header(party, lang), tuple(Entry(r, 1_700_000_000.0 + r.t) for r in records), 0, b"", torn=False)


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


FRIDAY_VOTE = "Vote against Ana, Bob, Dora, Eve, Fay, Gus, Hal, Ida, Jo, Kim and Lia; seats: 2"
ANYONE_SAW = [
    "",
    "Round 1: Friday night",
    "AAAAAAAAH!",
    "† Cid",
    FRIDAY_VOTE,
    "Hands: Gus 3, Hal 3",
    "In jail: Gus and Hal",
    "",
    "Round 2: Saturday, by day",
    "Released: Gus and Hal",
    FRIDAY_VOTE,
    "Hands: Ida 3, Jo 3",
    "In jail: Ida and Jo",
    "",
    "Round 3: Saturday night",
    "AAAAAAAAH!",
    "† Ana",
    "",
    "The evening is not over. It waits here: Everyone is awake.",
]
SECRETS = [
    "",
    "Round 1: Friday night",
    "AAAAAAAAH!",
    "the killer: Ana",
    "† Cid",
    FRIDAY_VOTE,
    "Hands: Gus 3, Hal 3",
    "In jail: Gus and Hal",
    "",
    "Round 2: Saturday, by day",
    "Ida falls under the charm",
    "Eve did not see the wink",
    "Released: Gus and Hal",
    FRIDAY_VOTE,
    "Hands: Ida 3, Jo 3",
    "In jail: Ida and Jo",
    "",
    "Round 3: Saturday night",
    "Fay the vampire takes the place of Ana",
    "AAAAAAAAH!",
    "† Ana",
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
        lines = told(an_evening_full_of_secrets(), lang=lang)
        votes = [line for line in lines if line.startswith("Vote ")]  # Eve can be voted for like anyone
        assert len(votes) == 2
        text = "\n".join(line for line in lines if line not in votes).casefold()
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
        "the host: the game is ended: the guests",
        "The guests have won.",
        "",
        "The evening is over.",
        *CARDS,
        "The murderers: Bob and Fay.",
        "Ana killed Cid.",
        "Eve never saw the wink.",
        "One night Fay, a vampire, took the card that Ana held, and Ana died of it.",
        "The last vote: Ida and Jo. The truth was asleep elsewhere.",
    ]


def test_a_finished_evening_can_be_told_without_its_secrets() -> None:
    party = an_evening_full_of_secrets()
    party.say(GameEnded("guests"))
    lines = told(party, secrets=False)
    assert lines[:17] == ANYONE_SAW[:17]
    assert lines[-3:] == ["The guests have won.", "", "The evening is over."]


def test_what_was_taken_back_never_was() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.back()
    party.say(Tapped("Dora", "Bob"))
    party.wait(10)
    lines = told(party, secrets=True)
    assert "† Cid" not in lines
    assert lines[:5] == ["", "Round 1: Friday night", "AAAAAAAAH!", "the killer: Bob", "† Dora"]


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
        "the host: -30 s on the hourglass",
        "the host: the rest of this phase is left out",
        "the host: the last count is Fay 4, Hal 3",
        "the host: the game is ended: nobody",
    ]
    assert "Nobody has won." in lines


def test_a_french_account_names_the_winner_in_french() -> None:
    party = a_weekend()
    party.say(GameEnded("murderers"))
    assert told(party, lang="fr")[:2] == [
        "l’hôte : la partie est arrêtée : les assassins",
        "Victoire des assassins.",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_override_has_a_word_in_the_account(lang: Lang) -> None:
    kinds = {kind for kind in (*SHARED, *EVENTS) if issubclass(kind, Override)}
    assert set(lines(lang, manifest("weekend").folder)["event"]) == {snake(kind.__name__) for kind in kinds}


def test_a_tie_and_the_youngest_are_told() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.vote(Dora=5, Eve=3, Fay=3)
    party.vote(Eve=2, Fay=2)
    assert told(party)[4:9] == [
        FRIDAY_VOTE,
        "Hands: Dora 5, Eve 3, Fay 3",
        "Vote against Eve and Fay; seats: 1",
        "Hands: Eve 2, Fay 2",
        "The youngest: Fay",
    ]


def test_at_the_table_a_card_that_was_turned_is_no_secret() -> None:
    party = a_table()
    party.murder("Cid", by="Ana")
    party.vote(Dora=3)
    party.press()
    lines = told(party)
    assert "Sacrificed: Dora (guest)" in lines
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
        "Round 1: Friday night",
        "AAAAAAAAH!",
        "† somebody",
        "The guests have won.",
        "",
        "The evening is over.",
        "Screams and raised hands: tell one another the rest.",
    ]


def test_the_alchemist_is_told_alive_again() -> None:
    party = a_weekend(Cid="alchemist")
    party.murder("Cid", by="Ana")
    party.press()
    assert told(party)[2:5] == ["AAAAAAAAH!", "† Cid", "Alive again: Cid"]


def test_a_french_account_names_the_game_and_writes_its_colons_the_french_way() -> None:
    title, *rest = account(story(a_weekend(), "fr"), secrets=True)
    assert title.endswith("\N{NO-BREAK SPACE}: Le week-end au château, 12 invités sur la liste")
    assert "    Ana\N{NO-BREAK SPACE}: assassin" in rest


def test_the_title_and_each_line_tell_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "localtime", time.gmtime)
    party = a_weekend()
    party.murder("Cid", by="Ana")
    lines = list(account(story(party)))
    assert lines[0] == "2023-11-14 22:13: The castle weekend, 12 guests on the list"
    assert lines[4] == "  22:13  † Cid"


def test_a_written_journal_is_told_like_the_evening_itself(tmp_path: Path) -> None:
    party = an_evening_full_of_secrets()
    journal = Journal.begin(tmp_path, header(party), "evening")
    journal.write(tuple(party.writer.records), wall=1_700_000_000.0)
    journal.close()
    lines = list(account(read(journal.path)))
    assert [re.sub(r"^  \d\d:\d\d  ", "", line) for line in lines[1:]] == ANYONE_SAW
