"""What the terminal says that each gesture will do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from majordome.core.library import manifest
from majordome.games.murder.testing import MurderParty, an_evening, guest_list
from majordome.terminal.cue_text import hints
from majordome.words.narrator import LANGS, Lang, Narrator

WEEKEND = manifest("weekend")


def tied_once() -> MurderParty:
    """Hal, Ida and Gus are tied, and nobody's age is known: the hands are counted again."""
    guests = tuple(replace(guest, age=None) for guest in guest_list(12))
    party = MurderParty(an_evening(guests=guests))
    party.murder("Lia")
    party.vote(Hal=3, Ida=3, Gus=3)
    party.go_to("counting")
    return party


def told(party: MurderParty, lang: Lang) -> dict[str, str]:
    return dict(hints(party.prompter.snapshot, Narrator(lang, game=WEEKEND)))


@pytest.mark.parametrize(
    ("lang", "press", "next_one", "this_one"),
    [
        ("en", "press", "Point at the next", "This is the youngest"),
        ("fr", "presser", "Montrer le suivant", "C’est le plus jeune"),
    ],
)
def test_where_the_youngest_is_asked_for_the_button_points(
    lang: Lang, press: str, next_one: str, this_one: str
) -> None:
    party = tied_once()
    party.vote(Hal=3, Ida=3, Gus=3)
    assert party.beat == "youngest"
    assert told(party, lang)[press].startswith(next_one)
    assert "double" not in told(party, lang)
    party.press()
    assert told(party, lang)["double"].startswith(this_one)


def test_where_only_time_goes_on_there_is_nothing_but_to_wait() -> None:
    party = MurderParty(an_evening("table", guest_list(7)))
    party.go_to("asleep")
    assert told(party, "en")["press"] == "nothing: wait"


@pytest.mark.parametrize("lang", LANGS)
def test_a_second_tie_is_not_voted_again(lang: Lang) -> None:
    first = MurderParty(an_evening(guests=guest_list(12)))
    first.murder("Lia")
    first.go_to("counting")
    once, again = told(first, lang)["double"], told(tied_once(), lang)["double"]
    assert once.endswith({"en": "vote again", "fr": "voter de nouveau"}[lang])
    assert again.endswith({"en": "the youngest", "fr": "le plus jeune"}[lang])
