"""What the host types, in English and French, and what it means."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots, Choose, ChooseSome, Counts, Number, Option, Race, YesNo
from majordome.core.cues import Refused
from majordome.core.events import (
    Answered,
    ChairLeft,
    ChairTaken,
    Event,
    GameEnded,
    Gesture,
    PhaseSkipped,
    Slammed,
    TimeAdded,
    Wish,
)
from majordome.core.library import load, manifest, manifests
from majordome.core.script import Beat, Table
from majordome.core.typed_commands import Local, Spoken, fold, understand, with_own
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    Freed,
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
    WinnerNamed,
    YoungestNamed,
)
from majordome.games.murder.testing import MurderParty, a_weekend, an_evening
from majordome.words.narrator import LANGS, Lang, Narrator

GUESTS = ("Ana", "Bob", "Cid", "Zoé", "Sam d'Arc", "Rose-Marie", "Rosalie", "Jean Paul", "Jean Luc", "Élodie")


OWN = load("weekend").commands
COMMANDS = with_own(OWN)
BY_WORD = [word for command in COMMANDS for word in command.words]


def said(line: str) -> Spoken:
    return understand(line, None, GUESTS, OWN)


@pytest.mark.parametrize(
    ("english", "french", "meant"),
    [
        ("", "", Gesture.PRESS),
        ("press", "presser", Gesture.PRESS),
        ("double", "double", Gesture.DOUBLE),
        ("hold", "tenir", Gesture.HOLD),
        ("back", "annuler", Gesture.BACK),
        ("back", "retour", Gesture.BACK),
        ("undo", "annuler", Gesture.BACK),
        ("redo", "refaire", Wish.PUT_BACK),
        ("pause", "pause", Wish.PAUSE),
        ("go", "reprendre", Wish.GO_ON),
        ("victim Bob", "victime Bob", Tapped("Bob")),
        ("victim Bob by Ana", "victime Bob par Ana", Tapped("Bob", "Ana")),
        ("nobody", "personne", NobodyDied()),
        ("nobody by Ana", "personne par Ana", NobodyDied("Ana")),
        ("kiss Cid", "baiser Cid", Kissed("Cid")),
        ("votes Bob 7 Cid 5", "voix Bob 7 Cid 5", HandsCounted((("Bob", 7), ("Cid", 5)))),
        ("ballot Ana Bob Cid", "bulletin Ana Bob Cid", BallotCast("Ana", ("Bob", "Cid"))),
        ("ballot Ana against Bob and Cid", "bulletin Ana contre Bob et Cid", BallotCast("Ana", ("Bob", "Cid"))),
        ("ballot Ana", "bulletin Ana", BallotCast("Ana", ())),
        ("count", "compter", BallotsClosed()),
        ("count anyway", "compter quand-même", BallotsClosed(others=True)),
        ("count others", "compter autres", BallotsClosed(others=True)),
        ("count Ana Bob", "compter Ana et Bob", BallotsClosed(("Ana", "Bob"))),
        ("youngest Bob", "jeune Bob", YoungestNamed(("Bob",))),
        ("youngest Bob, Cid", "jeune Bob, Cid", YoungestNamed(("Bob", "Cid"))),
        ("yes", "oui", Answered(yes=True)),
        ("no", "non", Answered(yes=False)),
        ("winner guests", "gagnant invités", WinnerNamed("guests")),
        ("winner murderers", "gagnant assassins", WinnerNamed("murderers")),
        ("kill Bob", "tuer Bob", Killed("Bob")),
        ("revive Bob", "ranimer Bob", Revived("Bob")),
        ("free Bob", "libérer Bob", Freed("Bob")),
        ("jail Bob", "prison Bob", Imprisoned("Bob")),
        ("correct Bob 7", "corriger Bob 7", VoteCorrected((("Bob", 7),))),
        ("skip", "passer", PhaseSkipped()),
        ("add 30", "ajouter 30", TimeAdded(30)),
        ("end guests", "fin invités", GameEnded("guests")),
        ("end murderers", "fin assassins", GameEnded("murderers")),
        ("end nobody", "fin personne", GameEnded("nobody")),
        ("sit left", "asseoir gauche", ChairTaken("left")),
        ("stand right", "lever droite", ChairLeft("right")),
        ("guests", "invités", Local.GUESTS),
        ("help", "aide", Local.HELP),
        ("quit", "quitter", Local.QUIT),
    ],
)
def test_each_command_is_understood_in_english_and_in_french(english: str, french: str, meant: Spoken) -> None:
    assert (said(english), said(french)) == (meant, meant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("p", Gesture.PRESS),
        ("d", Gesture.DOUBLE),
        ("h", Gesture.HOLD),
        ("b", Gesture.BACK),
        ("tap Bob", Tapped("Bob")),
        ("wink Bob", Tapped("Bob")),
        ("?", Local.HELP),
        ("q", Local.QUIT),
    ],
)
def test_the_short_words_are_understood(line: str, meant: Spoken) -> None:
    assert said(line) == meant


@pytest.mark.parametrize(
    ("beat", "meant"),
    [("murder", Tapped("Cid", "Ana")), ("turning", Winked("Cid", "Bob")), ("naming", Named("Cid", "Ana"))],
)
def test_the_victim_is_tapped_winked_at_or_found_as_the_moment_has_it(beat: str, meant: Event) -> None:
    party = a_weekend()
    if beat == "turning":
        party.murder("Jo", by="Ana")
        party.jail("Dora", "Eve")
    elif beat == "naming":
        party.go_to("murder")
        party.press()
    party.go_to(beat)
    names = tuple(guest.name for guest in party.table.guests)
    killer = "Bob" if beat == "turning" else "Ana"
    assert understand(f"victim Cid by {killer}", party.prompter.beat, names, OWN) == meant
    party.say(meant)


@pytest.mark.parametrize(
    "line",
    ["LIBERER zoe", "Libérer ZOÉ", "libe\u0301rer Zoe\u0301", "  liberer   zoe  ", "libérer\tzoé", "liberer\u00a0ZOE"],
)
def test_case_accents_and_spaces_do_not_matter(line: str) -> None:
    assert said(line) == Freed("Zoé")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("kill Sam d'Arc", Killed("Sam d'Arc")),
        ("kill sam D’ARC", Killed("Sam d'Arc")),
        ("victim Sam d'Arc by Rose-Marie", Tapped("Sam d'Arc", "Rose-Marie")),
        ("victim rose-marie by sam d'arc", Tapped("Rose-Marie", "Sam d'Arc")),
        ("votes Sam d'Arc 7 Rose-Marie 5", HandsCounted((("Sam d'Arc", 7), ("Rose-Marie", 5)))),
        ("votes Sam d'Arc: 7, Rose-Marie: 5", HandsCounted((("Sam d'Arc", 7), ("Rose-Marie", 5)))),
        ("votes Bob:7 Cid=5", HandsCounted((("Bob", 7), ("Cid", 5)))),
        ("ballot Jean Paul Jean Luc Sam d'Arc", BallotCast("Jean Paul", ("Jean Luc", "Sam d'Arc"))),
    ],
)
def test_names_may_have_spaces_hyphens_and_apostrophes(line: str, meant: Spoken) -> None:
    assert said(line) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("kill z", Killed("Zoé")),
        ("kill sam", Killed("Sam d'Arc")),
        ("kill sam d", Killed("Sam d'Arc")),
        ("kill elo", Killed("Élodie")),
        ("kill rose", Killed("Rose-Marie")),
        ("kill jean l", Killed("Jean Luc")),
        ("victim sam by jean p", Tapped("Sam d'Arc", "Jean Paul")),
        ("votes sam 7 jean l 5", HandsCounted((("Sam d'Arc", 7), ("Jean Luc", 5)))),
        ("ballot a b c", BallotCast("Ana", ("Bob", "Cid"))),
    ],
)
def test_a_name_may_be_cut_short_as_long_as_only_one_begins_so(line: str, meant: Spoken) -> None:
    assert said(line) == meant


@pytest.mark.parametrize(
    ("line", "typed", "names"),
    [
        ("kill ros", "ros", ("Rose-Marie", "Rosalie")),
        ("kill Jean", "Jean", ("Jean Paul", "Jean Luc")),
        ("victim Ana by RO", "RO", ("Rose-Marie", "Rosalie")),
        ("votes Bob 7 ro 5", "ro", ("Rose-Marie", "Rosalie")),
    ],
)
def test_the_beginning_of_two_names_is_refused(line: str, typed: str, names: tuple[str, ...]) -> None:
    assert said(line) == Refused("name", "ambiguous_name", (typed, *names))


def test_a_whole_name_wins_over_the_beginning_of_another() -> None:
    assert understand("kill Ana", None, ("Anabel", "Ana", "Ana B."), OWN) == Killed("Ana")
    assert understand("kill ana b.", None, ("Anabel", "Ana", "Ana B."), OWN) == Killed("Ana B.")


def test_where_two_names_differ_only_by_accents_the_accents_count() -> None:
    names = ("Zoe", "Zoé", "Bob")
    assert understand("kill zoe", None, names, OWN) == Killed("Zoe")
    assert understand("kill ZOÉ", None, names, OWN) == Killed("Zoé")
    assert understand("kill zo", None, names, OWN) == Refused("name", "ambiguous_name", ("zo", "Zoe", "Zoé"))
    assert understand("kill zôe", None, names, OWN) == Refused("name", "ambiguous_name", ("zôe", "Zoe", "Zoé"))


def test_names_that_are_written_like_other_words_can_be_said() -> None:
    names = ("Et", "Sam, Jr.", "Max=Min", "Kim")
    assert understand("ballot kim Et, Sam Jr.", None, names, OWN) == BallotCast("Kim", ("Et", "Sam, Jr."))
    assert understand("kill max=min", None, names, OWN) == Killed("Max=Min")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("kill Xan", Killed("Xan")),
        ("victim Xan by Yan", Tapped("Xan", "Yan")),
        ("votes Xan 7", HandsCounted((("Xan", 7),))),
        ("kill \u0301", Killed("\u0301")),
    ],
)
def test_an_unknown_name_is_taken_as_it_is_and_refused_by_the_rules(line: str, meant: Event) -> None:
    assert said(line) == meant
    party = a_weekend()
    assert party.refusal_of(meant).why in ("unknown_name", "not_now")


def test_without_a_guest_list_names_are_still_words() -> None:
    assert understand("kill Ana", None, (), OWN) == Killed("Ana")


@pytest.mark.parametrize("line", ["sing", "kil Bob", "Ana", "42", "/quit", "x" * 100])
def test_an_unknown_word_is_refused_and_shown(line: str) -> None:
    assert said(line) == Refused("command", "unknown_command", (line.split()[0][:40],))


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        ("victim", "victim NAME [by NAME]"),
        ("victime", "victim NAME [by NAME]"),
        ("victim Bob Ana", "victim NAME [by NAME]"),
        ("victim Bob by", "victim NAME [by NAME]"),
        ("kill", "kill NAME"),
        ("kill Bob Cid", "kill NAME"),
        ("press Bob", "press"),
        ("yes please", "yes"),
        ("nobody Ana", "nobody [by NAME]"),
        ("votes", "votes NAME 7 NAME 5 ..."),
        ("votes Bob", "votes NAME 7 NAME 5 ..."),
        ("votes Bob seven", "votes NAME 7 NAME 5 ..."),
        ("votes Bob -1", "votes NAME 7 NAME 5 ..."),
        ("votes Bob 12345", "votes NAME 7 NAME 5 ..."),
        ("ballot", "ballot VOTER NAME NAME"),
        ("winner", "winner guests | murderers"),
        ("winner Bob", "winner guests | murderers"),
        ("sit", "sit left | right"),
        ("sit down", "sit left | right"),
        ("end", "end guests | murderers | nobody"),
        ("add", "add 30 | -30 | 2m | 1:30"),
        ("add soon", "add 30 | -30 | 2m | 1:30"),
        ("add 1:3", "add 30 | -30 | 2m | 1:30"),
        ("add 1.5m", "add 30 | -30 | 2m | 1:30"),
        ("add 30 40", "add 30 | -30 | 2m | 1:30"),
    ],
)
def test_a_command_that_is_not_whole_is_answered_with_how_it_is_written(line: str, usage: str) -> None:
    assert said(line) == Refused("command", "command_needs", (usage,))


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("30", 30),
        ("-30", -30),
        ("+30", 30),
        ("30s", 30),
        ("+45s", 45),
        ("2m", 120),
        ("-2m", -120),
        ("2min", 120),
        ("1:30", 90),
        ("-1:30", -90),
        ("0:05", 5),
        ("0", 0),
    ],
)
def test_time_may_be_written_as_people_write_it(written: str, seconds: int) -> None:
    assert said(f"add {written}") == TimeAdded(seconds)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", sorted(manifests()))
def test_every_command_is_explained(lang: Lang, game: str) -> None:
    commands = with_own(load(game).commands)
    narrator = Narrator(lang, game=manifest(game))
    assert [command.words[0] for command in commands if not narrator.word("command", command.words[0])] == []
    words = [fold(word) for command in commands for word in command.words]
    assert len(set(words)) == len(words)  # no word means two things
    assert len(commands) >= 19  # those of the house
    assert {command.french for command in commands} >= {"annuler", "rétablir", "double", "invités"}


@pytest.mark.parametrize("word", ["libérer", "liberer", "LIBÉRER", "free"])
def test_a_command_is_typed_with_its_accents_or_without(word: str) -> None:
    assert said(f"{word} Bob") == Freed("Bob")


class Points(Event, frozen=True):
    """So many."""

    number: int


class Won(Table, frozen=True):
    @property
    def winners(self) -> tuple[str, ...]:
        return ("Ana", "Jean Luc", "nobody")


def asking(*asks: Ask) -> Beat:
    """A beat with these questions."""
    return Beat(name="asked", table=Table(an_evening()), takes=(Points, Kissed, YoungestNamed, Slammed), asks=asks)


def typed(party: MurderParty, line: str, lang: Lang = "en") -> Spoken:
    """What the host types at this beat."""
    labels = Narrator(lang, game=manifest("weekend")).table("label")
    return understand(line, party.prompter.beat, party.prompter.evening.names, OWN, labels)


ENGLISH, FRENCH = (Narrator(lang, game=manifest("weekend")) for lang in ("en", "fr"))
ASKING = (
    asking(Number("points", Points, 0, 10), Race("first", players=GUESTS)),
    asking(
        Counts("points", GUESTS, HandsCounted, most_each=5, most=9), ChooseSome("youngest", GUESTS[2:], YoungestNamed)
    ),
    asking(Choose("who", (*(Option(Kissed(name), name) for name in GUESTS), Option(NobodyDied(), label="nobody")))),
    asking(YesNo("more"), Ballots("ballot", GUESTS, 2, BallotCast, players=GUESTS)),
)
words = st.sampled_from([*BY_WORD, *GUESTS, "by", "and", "7", "-30", "1:30", "=", ":", ",", "'", "\u0301", "\x1b"])
rubbish = st.one_of(
    st.text(max_size=40),
    st.lists(words, max_size=6).map(" ".join),
    st.tuples(words, st.text(max_size=20)).map(" ".join),
)


@settings(max_examples=200, deadline=None)
@given(rubbish, st.lists(st.text(min_size=1, max_size=8), max_size=3, unique=True))
@example(line="0\x1f", strangers=[])
def test_no_line_is_too_strange_to_be_answered(line: str, strangers: list[str]) -> None:
    for beat in (None, *ASKING):
        spoken = understand(line, beat, (*GUESTS, *strangers), OWN, {"nobody": "Nobody at all"})
        assert isinstance(spoken, Event | Gesture | Wish | Local | Refused)
        if isinstance(spoken, Refused):
            assert ENGLISH.refusal(spoken)
            assert FRENCH.refusal(spoken)


# What is no command may answer what is asked.


def test_a_name_answers_who_was_it() -> None:
    party = a_weekend()
    party.go_to("murder")
    assert typed(party, "Cid") == Tapped("Cid")
    assert typed(party, "ci") == Tapped("Cid")
    assert typed(party, "  LIA ") == Tapped("Lia")
    party.say(NobodyDied())
    party.go_to("counting")
    assert typed(party, "Cid") == Refused("command", "unknown_command", ("Cid",))


def test_what_an_option_is_called_answers_in_the_hosts_language_and_by_its_key() -> None:
    party = a_weekend()
    party.go_to("murder")
    assert typed(party, "Somebody, I do not say who") == Tapped()
    assert typed(party, "somebody") == Tapped()
    assert typed(party, "quelqu’un, je ne dis pas qui", "fr") == Tapped()
    party.say(NobodyDied())
    party.go_to("counting")
    party.say(BallotCast("Ana", ("Bob", "Cid")))
    assert typed(party, "All ballots are in") == BallotsClosed()
    assert typed(party, "whoever") == BallotsClosed(others=True)


def test_a_command_is_never_taken_for_an_answer() -> None:
    party = a_weekend()
    party.go_to("murder")
    assert typed(party, "nobody") == NobodyDied()
    assert typed(party, "nobody by Ana") == NobodyDied("Ana")
    assert typed(party, "kill Cid") == Killed("Cid")
    assert typed(party, "guests") is Local.GUESTS


def test_counts_are_typed_without_a_word_before_them() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("counting")
    assert typed(party, "Dora 5 Eve 3") == HandsCounted((("Dora", 5), ("Eve", 3)))
    assert typed(party, "dora: 5, eve: 3") == HandsCounted((("Dora", 5), ("Eve", 3)))
    for wrong in ("Dora", "Dora five", "Cid 5", "Dora 5 Zed 3"):
        assert typed(party, wrong) == Refused("command", "unknown_command", (wrong.split()[0],))


def test_names_answer_who_is_the_youngest() -> None:
    asks = (ChooseSome("youngest", ("Ana", "Bob", "Zoé"), YoungestNamed, least=2, most=2),)
    assert understand("zoe and bob", asking(*asks), GUESTS) == YoungestNamed(("Zoé", "Bob"))
    assert understand("Cid", asking(*asks), GUESTS) == Refused("command", "unknown_command", ("Cid",))


@pytest.mark.parametrize(("line", "meant"), [("7", Points(7)), (" 0 ", Points(0)), ("99", Points(99))])
def test_a_number_answers_how_many_and_the_rules_say_whether_it_can_be(line: str, meant: Event) -> None:
    assert understand(line, asking(Number("points", Points, 0, 10)), GUESTS) == meant


@pytest.mark.parametrize("line", ["seven", "-1", "1.5", "1234567", "7 8"])
def test_what_is_no_number_does_not_answer_how_many(line: str) -> None:
    refused = understand(line, asking(Number("points", Points, 0, 10)), GUESTS)
    assert refused == Refused("command", "unknown_command", (line.split()[0],))


def test_a_name_says_who_slammed_first() -> None:
    beat = asking(Race("first", players=("Ana", "Zoé")))
    assert understand("zoe", beat, GUESTS) == Slammed("Zoé")
    assert understand("Bob", beat, GUESTS) == Refused("command", "unknown_command", ("Bob",))


def test_the_beginning_of_two_answers_is_refused() -> None:
    options = (Option(Kissed("Jean Paul"), "Jean Paul"), Option(Kissed("Jean Luc"), "Jean Luc"))
    beat = asking(Choose("kiss", options))
    assert understand("jean", beat, GUESTS) == Refused("name", "ambiguous_name", ("jean", "Jean Paul", "Jean Luc"))
    assert understand("jean l", beat, GUESTS) == Kissed("Jean Luc")


def test_yes_and_no_say_what_the_question_means_by_them() -> None:
    beat = asking(YesNo("more", yes=Points(1), no=Points(0)))
    assert (understand("oui", beat, GUESTS), understand("no", beat, GUESTS)) == (Points(1), Points(0))


def test_of_two_questions_the_first_that_has_such_an_answer_is_answered() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.jail("Dora", "Eve")
    party.go_to("turning")
    assert typed(party, "Hal") == Winked("Hal")
    assert typed(party, "Dora") == Kissed("Dora")  # a prisoner cannot be the victim


def test_a_winner_may_have_a_name_of_several_words() -> None:
    beat = replace(asking(), table=Won(an_evening()))
    assert understand("end jean luc", beat, GUESTS) == GameEnded("Jean Luc")
    assert understand("end nobody", beat, GUESTS) == GameEnded("nobody")
    assert understand("fin personne", beat, GUESTS) == GameEnded("nobody")
    assert understand("end Bob", beat, GUESTS) == Refused("command", "command_needs", ("end WINNER | nobody",))
    assert understand("end", beat, GUESTS) == Refused("command", "command_needs", ("end WINNER | nobody",))
