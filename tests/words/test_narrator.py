"""The butler's words: the same in both languages, none missing, none unused, and never twice in a row."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, get_args

import pytest

from majordome.core.cues import DARK, Fact, Notice, Outcome, Refused, Say
from majordome.core.evening import Evening, Guest
from majordome.core.events import PhaseSkipped, Pressed
from majordome.core.library import manifest, manifests
from majordome.core.plain_values import snake
from majordome.core.script import Script
from majordome.core.script_reading import Reading
from majordome.games import murder
from majordome.games.murder import facts
from majordome.games.murder.events import HandsCounted, Tapped, Winked, Winner
from majordome.games.murder.facts import Alarm, Death, Jail, Round, Sacrifice, Tally
from majordome.games.murder.roles import Edition, Role
from majordome.games.murder.teaching import SPECIAL
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, button_only, guest_list
from majordome.games.murder.weekend import ROUNDS
from majordome.words.narrator import LANGS, Lang, Narrator, join, lines
from strategies import Oblige, Room

RULEBOOKS = Path(murder.__file__).parent
CORE = [
    RULEBOOKS.parent.parent / "core" / f"{name}.py"
    for name in ("prompter", "evening_loop", "disk_watch", "stage", "script")
]
EDITIONS: tuple[Edition, ...] = ("A", "B")
GAMES = ("weekend", "table")
WEEKEND = manifest("weekend")
EVERY_GAME = sorted(manifests())
OFTEN = 3  # times in one evening

# What may stand in the braces of a line's name.
PIECES: dict[str, tuple[str, ...]] = {
    "evening.game": GAMES,
    "table.edition": EDITIONS,
    "option.label": (),
    "place": GAMES,
    "role": tuple(SPECIAL),
    "winner": ("guests", "murderers"),
    "chapter.what": ("alchemist", "spared"),
}
ROUND_NAMES = {f"{day}_{time}" for day, time in ROUNDS}


def words(lang: Lang, game: str = "weekend") -> Mapping[str, Any]:
    """The words of the house, and of this game over them."""
    return lines(lang, manifest(game).folder)


# What the rulebooks say, read from their source.


def trees(*more: Path) -> Iterator[ast.Module]:
    for path in (*sorted(RULEBOOKS.glob("*.py")), *more):
        yield ast.parse(path.read_text("utf-8"))


def texts(node: ast.expr, scope: ast.AST) -> set[str]:
    """Every text that this expression can be."""
    match node:
        case ast.Constant(str() as text):
            return {text}
        case ast.IfExp(_, body, orelse):
            return texts(body, scope) | texts(orelse, scope)
        case ast.Subscript(ast.Dict(_, values)):
            return set().union(*(texts(value, scope) for value in values))
        case ast.Call(ast.Attribute(ast.Dict(_, values), "get"), [_, default]):
            return set().union(*(texts(value, scope) for value in (*values, default)))
        case ast.Call(ast.Name("_heard"), [_, _, ast.Constant(str() as text)]):
            return {line for line in (text, f"{text}_day", f"{text}_table") if line != "nobody_died_table"}
        case ast.JoinedStr() if ast.unparse(node) == "f'{day}_{time}'":
            return ROUND_NAMES
        case ast.JoinedStr(values):
            made = {""}
            for value in values:
                if isinstance(value, ast.FormattedValue):
                    key = ast.unparse(value.value).removeprefix("table.evening.")
                    pieces = set(PIECES[{"game": "evening.game"}.get(key, key)])
                else:
                    pieces = texts(value, scope)
                made = {start + piece for start in made for piece in pieces}
            return made
        case ast.Name(name):
            given = [
                n.value for n in ast.walk(scope) if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == name
            ]
            for loop in ast.walk(scope):
                match loop:
                    case ast.For(target, ast.Call(ast.Name(function))) if name in ast.unparse(target):
                        return yielded(function)
            if not given and isinstance(scope, ast.FunctionDef):  # whoever calls it says
                return told(scope.name, [argument.arg for argument in scope.args.args].index(name))
            assert given, f"nobody says what {name} is"
            return set().union(*(texts(value, scope) for value in given))
    raise AssertionError(f"cannot read {ast.unparse(node)}")


def yielded(function: str) -> set[str]:
    """Every line that this generator of the rulebooks hands out, alone or first of a pair."""
    found: set[str] = set()
    for tree in trees():
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef) and scope.name == function:
                for node in ast.walk(scope):
                    match node:
                        case ast.Yield(ast.Tuple([line, _])) | ast.Yield(ast.expr() as line):
                            found |= texts(line, scope)
                        case ast.YieldFrom(ast.GeneratorExp(line)):
                            found |= texts(line, scope)
                        case ast.YieldFrom(ast.Call(ast.Name(other))):
                            found |= yielded(other)
    return found


def told(call: str, place: int, *more: Path) -> set[str]:
    """The texts at this place of every call of that name."""
    found: set[str] = set()
    for tree in trees(*more):
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef):
                for node in ast.walk(scope):
                    match node:
                        case ast.Call(ast.Name(name), args) if name == call and len(args) > place:
                            found |= texts(args[place], scope)
    return found


def test_the_reader_of_the_source_reads_every_way_to_write_a_line() -> None:
    source = """
def scene(table):
    name = "a" if table else "b"
    yield Say("c") if table else Say("d", (name,))
    yield Say(f"welcome_{table.evening.game}")
    yield Say({"x": "e", "y": "f"}[table])
    yield Say(name)
    yield Say({"x": "g"}.get(table, "h"))
"""
    (scene,) = ast.parse(source).body
    said = [node for node in ast.walk(scene) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Say"]
    found = [texts(say.args[0], scope=scene) for say in said]
    assert set().union(*found) == {*"abcdefgh", *(f"welcome_{game}" for game in GAMES)}


# Both languages.


def shape(value: Any) -> Any:
    """Keys, numbers of variants and placeholders, without the words."""
    if isinstance(value, Mapping):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return {field for _, field, _, _ in Formatter().parse(value) if field is not None}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_french_and_english_have_the_same_keys_variants_and_placeholders(game: str) -> None:
    assert shape(words("fr", game)) == shape(words("en", game))


def test_the_house_itself_has_the_same_keys_in_both_languages() -> None:
    assert shape(lines("fr")) == shape(lines("en"))
    assert set(lines("fr")["say"]) == {"good_night"}  # all else is a game's


def test_a_games_words_stand_over_those_of_the_house_table_by_table() -> None:
    house, game = lines("en"), words("en")
    assert house["winner"] == {"nobody": "nobody"}
    assert game["winner"] == {"guests": "the guests", "murderers": "the murderers", "nobody": "nobody"}
    assert (house["mark"]["none"], game["mark"]["none"]) == ("Playing", "Living")
    assert house["ui"] == game["ui"]


def test_a_narrator_who_plays_another_game_speaks_its_words() -> None:
    narrator = Narrator("en", game=WEEKEND)
    assert narrator.beat("walking", "title") == "Everyone walks about"
    narrator.play("snakes")
    assert narrator.game is not None
    assert narrator.game.id == "snakes"
    assert narrator.beat("walking", "title") == ""
    narrator.speak("fr")
    narrator.play("weekend")
    assert narrator.word("winner", "guests") == "les invités"


# Facts and corrections, in the game's own words.


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (Round(2, "saturday", "day"), "Round 2: Saturday, by day"),
        (Death("Ana"), "† Ana"),
        (Death(None), "† somebody"),
        (Tally((("Ana", 2), ("Bob", 7))), "Hands: Bob 7, Ana 2"),
        (Tally(()), ""),
        (Jail(("Ana", "Bob")), "In jail: Ana and Bob"),
        (Jail(()), ""),
        (Sacrifice("Ana", "heart"), "Sacrificed: Ana (heart patient)"),
        (Sacrifice("Ana", None), "Sacrificed: Ana"),
        (Sacrifice(None, None), "Sacrificed: somebody"),
        (Alarm("left"), "Alarm: the left chair is empty."),
        (Outcome("guests"), "The guests have won."),
    ],
)
def test_a_fact_is_told_with_its_fields(fact: Fact, told: str) -> None:
    assert Narrator("en", game=WEEKEND).fact(fact) == told


def test_what_the_game_has_no_word_for_is_told_as_it_is() -> None:
    narrator = Narrator("en", game=WEEKEND)
    assert narrator.fact(Outcome("Ana")) == "Ana"
    assert narrator.called("mark", "asleep") == "asleep"
    assert narrator.event(Pressed()) == "pressed"


@pytest.mark.parametrize("lang", LANGS)
def test_every_fact_of_the_game_has_its_line(lang: Lang) -> None:
    kinds = {
        snake(kind.__name__)
        for kind in vars(facts).values()
        if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact
    }
    assert set(words(lang)["fact"]) == {*kinds, "outcome"}
    assert set(WEEKEND.facts) <= {*kinds, "outcome"}


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("lang", LANGS)
def test_every_variant_of_a_line_is_another_one_and_can_be_filled_in(lang: Lang, game: str) -> None:
    for line, variants in words(lang, game)["say"].items():
        assert isinstance(variants, list), line
        assert len(set(variants)) == len(variants), line
        assert all(shape(variant) <= {"names", "role"} for variant in variants), line


@pytest.mark.parametrize("lang", LANGS)
def test_every_variant_of_a_line_names_the_same_people(lang: Lang) -> None:
    for line, variants in words(lang)["say"].items():
        assert len({frozenset(shape(variant)) for variant in variants}) == 1, line


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("lang", LANGS)
def test_no_text_is_empty_or_has_spaces_around_it(lang: Lang, game: str) -> None:
    def each(value: Any) -> Iterator[str]:
        match value:
            case Mapping():
                for inner in value.values():
                    yield from each(inner)
            case list():
                for inner in value:
                    yield from each(inner)
            case _:
                yield value

    for text in each(words(lang, game)):
        assert isinstance(text, str)
        assert text.strip()


# Nothing missing, nothing unused.


def test_every_line_that_is_said_is_written_and_no_line_is_unused() -> None:
    instead = set(words("fr")["unnamed"].values())  # where names cannot be spoken
    assert told("Say", 0, *CORE) | instead == set(words("fr")["say"])


def test_every_refusal_is_written() -> None:
    reasons = told("Refused", 1) | told("_refusal", 1, *CORE) - {"why"}
    assert reasons <= set(words("fr")["refusal"])
    assert {"not_now", "stumbled", "too_late", "prisoner_is_safe"} <= reasons


def test_every_notice_is_written() -> None:
    notices = told("Notice", 0, *CORE)
    assert notices <= set(words("fr")["notice"])
    assert {"disk_trouble", "prop_failed", "taken_back", "put_back", "paused"} <= notices


@pytest.mark.parametrize("lang", LANGS)
def test_every_role_day_time_and_winner_has_a_word(lang: Lang) -> None:
    narrator = Narrator(lang, game=WEEKEND)
    assert set(words(lang)["role"]) == set(Role)
    assert set(words(lang)["winner"]) == set(get_args(Winner))
    assert set(words(lang)["time"]) == {"night", "day"}
    assert narrator.word("day", "friday") != narrator.word("day", "sunday")
    assert set(WEEKEND.moods) == {
        *("day", "night", DARK, "awake", "discussion", "vote", "jail", "monday", "scream"),
    }


# Beats, found by playing.


def evenings() -> Iterator[Evening]:
    ageless = tuple(Guest(name) for name in "ABCDEFGHIJKL")
    for chairs in (False, True):
        for game, number in (("weekend", 12), ("table", 7)):
            for guests in ((), ageless[:number], guest_list(number), guest_list(number, Cid="charmer", Dora="vampire")):
                yield an_evening(game, guests, chairs=chairs)
        yield an_evening("weekend", guest_list(9, Cid="vampire", Dora="vampire"), chairs=chairs)


@cache
def gestures_seen() -> dict[str, set[frozenset[str]]]:
    """Each beat at which a box was seen to wait, and which gestures meant something there."""
    seen: dict[str, set[frozenset[str]]] = defaultdict(set)
    for evening in evenings():
        for seed in range(8):
            room, dice = Room(evening), Random(seed)
            for _ in range(70):
                beat = room.prompter.beat
                if beat is None:
                    break
                seen[beat.name].add(frozenset(g for g in ("press", "double", "hold") if getattr(beat, g) is not None))
                room.do(PhaseSkipped() if dice.random() < 0.02 else Oblige(dice.randrange(10**6)))
    return dict(seen)


def test_every_beat_of_the_rulebooks_can_be_reached() -> None:
    assert set(gestures_seen()) == told("expect", 1) | told("choose_some", 1)


def test_every_beat_has_a_title_and_exactly_the_gestures_that_mean_something_there() -> None:
    written = {
        name: {what.removesuffix("_again") for what in texts if what != "title"}
        for name, texts in words("fr")["beat"].items()
    }
    assert all("title" in texts for texts in words("fr")["beat"].values())
    assert written.pop("finished") == {"press"}
    assert written == {name: set().union(*kinds) for name, kinds in gestures_seen().items()}


def test_a_beat_means_the_same_gestures_whenever_it_comes() -> None:
    pointing = told("choose_some", 1)  # only who is pointed at can be taken
    assert {name for name, kinds in gestures_seen().items() if len(kinds) > 1} == pointing


# Variants.


def play_calmly(party: MurderParty) -> None:
    """Nothing special happens: a death and a clear vote in each round."""
    murderers = party.table.living[:2]
    while not party.prompter.finished and party.table.round < 6:
        others = [name for name in party.table.living if name not in (*murderers, *party.table.jail)]
        match party.beat:
            case "murder" | "murder_at_table" if others:
                party.say(Tapped(others[0], murderers[0]))
            case "turning" if others:
                party.say(Winked(others[0]))
            case "counting":
                party.say(HandsCounted(((others[0], 1), (others[-1], 2))))
            case _:
                if party.prompter.beat is not None and party.prompter.beat.timed:
                    party.wait(party.prompter.time_left(party.clock.now()) or 0)
                else:
                    party.press()


def most_tellings() -> Counter[str]:
    """How often each line is said in a calm evening that says it most."""
    most: Counter[str] = Counter()
    for party in (a_weekend(20), a_weekend(20, known=False), a_table(9), button_only(), button_only("table")):
        play_calmly(party)
        most |= Counter(say.line for say in party.all(Say))
    return most


def test_a_line_that_is_often_heard_has_at_least_three_variants() -> None:
    heard = most_tellings()
    often = {line for line, times in heard.items() if times >= OFTEN}
    assert {"discussion", "circle", "talk_is_over", "eyes_open", "table_sleep"} <= often
    assert {line for line, times in heard.items() if times > len(words("fr")["say"][line])} == set()
    assert {line for line in often if len(words("fr")["say"][line]) < 3} == set()


def hold_the_order(seed: int, line: str, variants: int) -> None:
    narrator = Narrator("fr", seed, game=WEEKEND)
    told = [narrator.choose(Say(line), telling).variant for telling in range(50)]
    assert all(before != after for before, after in pairwise(told)), line
    assert set(told) == set(range(variants)), line


def test_the_same_words_are_never_said_twice_in_a_row_in_any_line() -> None:
    for line, variants in words("fr")["say"].items():
        if len(variants) > 1:  # the others are said once
            hold_the_order(0, line, len(variants))


def test_the_same_words_are_never_said_twice_in_a_row_with_any_seed() -> None:
    one_of_each_length = {len(variants): line for line, variants in words("fr")["say"].items()}
    del one_of_each_length[1]
    for number, line in one_of_each_length.items():
        for seed in range(100):
            hold_the_order(seed, line, number)


def test_the_same_seed_chooses_the_same_words() -> None:
    for line in words("fr")["say"]:
        first, second = (Narrator("fr", 5, game=WEEKEND) for _ in range(2))
        assert [first.choose(Say(line), n) for n in range(20)] == [second.choose(Say(line), n) for n in range(20)]


def test_another_seed_is_another_evening() -> None:
    evenings = {
        tuple(
            Narrator("en", seed, game=WEEKEND).choose(Say(line), n).variant
            for line in words("en")["say"]
            for n in range(3)
        )
        for seed in range(30)
    }
    assert len(evenings) == 30


@pytest.mark.parametrize("lang", LANGS)
def test_a_line_and_its_twin_without_a_name_have_as_many_variants(lang: Lang) -> None:
    spoken = words(lang)["say"]
    for named, unnamed in words(lang)["unnamed"].items():
        assert len(spoken[named]) == len(spoken[unnamed]), named


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_is_heard_twice_where_some_of_the_dead_are_named_and_others_are_not(lang: Lang) -> None:
    def screams() -> Script[None]:
        yield from (Say("somebody_died", ("Ana",)), Say("a_death"), Say("somebody_died", ("Bob",)), Say("a_death"))

    for seed in range(30):
        narrator = Narrator(lang, seed, game=WEEKEND)
        said = [narrator.words(cue) for cue in Reading(screams(), narrator).open(0.0) if isinstance(cue, Say)]
        heard = [sentence for text in said for sentence in text.split(". ")]
        assert len(said) == 4
        assert {sentence for sentence in heard if heard.count(sentence) > 1} == set(), seed


def test_how_long_a_sentence_takes_does_not_tell_a_name() -> None:
    narrator = Narrator("fr", game=WEEKEND)
    short = narrator.choose(Say("somebody_died", ("Al",)), 0)
    long = narrator.choose(Say("somebody_died", ("Maximilienne-Antoinette",)), 0)
    assert (short.variant, short.seconds) == (long.variant, long.seconds)


# Sentences.


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_can_be_said(lang: Lang) -> None:
    narrator = Narrator(lang, game=WEEKEND)
    for line, variants in words(lang)["say"].items():
        for telling in range(len(variants)):
            told = narrator.words(narrator.choose(Say(line, ("Zoé", "{Bob}"), role="guest"), telling))
            named = "names" in shape(variants[0])
            assert ("Zoé" in told and "{Bob}" in told) is named
            assert "{names}" not in told


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_and_notice_can_be_shown(lang: Lang) -> None:
    narrator = Narrator(lang, game=WEEKEND)
    names = ("Ana", "7", "12")
    for why in words(lang)["refusal"]:
        assert narrator.refusal(Refused("x", why, names))
    for what in words(lang)["notice"]:
        assert narrator.notice(Notice(what, names))


def test_names_are_joined_as_people_say_them() -> None:
    assert join((), "en") == ""
    assert join(("Ana",), "en") == "Ana"
    assert join(("Ana", "Bob"), "fr") == "Ana et Bob"
    assert join(("Ana", "Bob", "Cid"), "en") == "Ana, Bob and Cid"


def test_a_notice_names_a_beat_by_its_title() -> None:
    assert (
        Narrator("en", game=WEEKEND).notice(Notice("taken_back", ("discussion",)))
        == "Taken back: The hourglass is running."
    )


def test_a_gesture_that_means_nothing_has_no_words() -> None:
    assert Narrator("en", game=WEEKEND).beat("welcome", "press") == "Begin the evening"
    assert Narrator("en", game=WEEKEND).beat("discussion", "hold") == ""
