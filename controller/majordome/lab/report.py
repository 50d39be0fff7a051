"""What a study says, for people and for other programs: a table, CSV, JSON, pictures, and one page without network."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

from majordome.core.library import manifest
from majordome.lab import svg
from majordome.lab.players import RANDOM, bench_of
from majordome.lab.setups import Batch
from majordome.lab.study import PARTS, CardEffect, Study, by_round, row
from majordome.lab.sums import interval, paired, quantile
from majordome.words.narrator import Lang, Narrator

MOST_ROUNDS = 8  # columns of the heat map
Word = Callable[..., str]


def words_of(study: Study, lang: Lang) -> tuple[Narrator, Word]:
    """The game's words, and the lab's own."""
    narrator = Narrator(lang, game=manifest(study.game))

    def word(key: str, *words: object) -> str:
        return narrator.word("lab", key).format(*words)

    return narrator, word


def rows(study: Study) -> list[dict[str, Any]]:
    """A row for each set-up, all with the same columns; nothing stands where there is no such seat at the table."""
    winners = sorted({winner for batch in study.grid for winner in batch.wins} | _sides(study))
    told = [row(batch, [winner for winner in winners if _could_win(winner, batch)]) for batch in study.grid]
    columns = dict.fromkeys(name for each in told for name in each)
    return [{name: each.get(name) for name in columns} for each in told]


def _sides(study: Study) -> set[str]:
    """Those who play for it, also where one of them never won: that is told, not left out."""
    return {study.side, *bench_of(study.game).ways} & {*manifest(study.game).winners}


def _could_win(winner: str, batch: Batch) -> bool:
    """A side always; where each plays alone, the seats that there are."""
    return not winner.isdecimal() or int(winner) <= batch.setup.players


def as_table(study: Study, lang: Lang) -> str:
    """For a terminal: chance with its interval, minutes, measures; then what each card does."""
    narrator, word = words_of(study, lang)
    won = {winner for batch in study.grid for winner in batch.wins} & {*manifest(study.game).winners}
    sides = sorted(won | _sides(study))
    measures = bench_of(study.game).measures
    head = [word("players"), "λ", *(narrator.called("winner", side) for side in sides), word("minutes_parts")]
    lines = [[*head, *(word(f"measure_{name}") if _has(narrator, name) else name for name in measures)]]
    for batch in study.grid:
        cells = [str(batch.setup.players), f"{batch.setup.ways.skill:g}"]
        for side in sides:
            low, high = interval(batch.wins[side], len(batch.lines))
            cells.append(f"{100 * batch.chance(side):5.1f} % ({100 * low:.1f}-{100 * high:.1f})")
        minutes = [line.minutes for line in batch.lines]
        cells.append(" / ".join(f"{quantile(minutes, part):.0f}" for part in PARTS))
        lines.append([*cells, *(f"{fmean(batch.measured(name)):.2f}" for name in measures)])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    table = ["  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines]
    effects = [
        f"  {narrator.called('role', e.card):>16}  {100 * e.difference:+5.1f}  "
        f"({100 * e.low:+.1f} ... {100 * e.high:+.1f})"
        for e in study.effects
    ]
    if effects:
        side = narrator.called("winner", study.side)
        effects = ["", word("card_effect", side, study.effects[0].players), *effects]
    return "\n".join([word("title", _name(study, lang), study.evenings, study.seed), *table, *effects])


def _has(narrator: Narrator, measure: str) -> bool:
    return f"measure_{measure}" in narrator.table("lab")


def _name(study: Study, lang: Lang) -> str:
    return manifest(study.game).title.get(lang, study.game)


def as_csv(study: Study) -> str:
    """The rows as CSV, for a spreadsheet."""
    return _written(rows(study))


def cards_as_csv(study: Study) -> str:
    """What each card does, as CSV."""
    return _written([_plain(effect) for effect in study.effects])


def as_two_csvs(study: Study) -> str:
    """Both, an empty line between them, where cards were asked for."""
    return f"{as_csv(study)}\n{cards_as_csv(study)}" if study.effects else as_csv(study)


def _plain(effect: CardEffect) -> dict[str, Any]:
    return {name: getattr(effect, name) for name in effect.__struct_fields__}


def _written(told: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(told[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(told)
    return out.getvalue()


def as_json(study: Study) -> str:
    """The study as JSON, for a program."""
    effects = [_plain(effect) for effect in study.effects]
    told = {"game": study.game, "side": study.side, "seed": study.seed, "setups": rows(study), "cards": effects}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def pictures(study: Study, lang: Lang) -> Iterator[tuple[str, str]]:
    """Each picture that this study has something to show in: (name, SVG)."""
    narrator, word = words_of(study, lang)
    game, players, skill = _name(study, lang), study.players, study.skill
    under = word("under", game, study.evenings)
    under_one = f"{under}{_at_one_skill(study)}"
    side = narrator.called("winner", study.side) if study.side else ""
    if study.side:
        curves = [(_skill(study, skill) or word("by_dice"), _chances(study, skill)) for skill in study.skills]
        yield "chance", svg.curves(word("chance", side), under, word("players"), curves)
    measures = bench_of(study.game).measures
    if study.side and "rounds" in measures:
        by = [(n, by_round(study.at(n, skill), study.side)[:MOST_ROUNDS]) for n in players]
        most = max(len(values) for _, values in by)
        full = [(str(n), [*values, *[values[-1]] * (most - len(values))]) for n, values in by]
        columns = [str(number) for number in range(1, most + 1)]
        yield (
            "rounds",
            svg.squares(word("by_round", side), under_one, word("rounds"), word("players"), columns, full),
        )
    if study.effects:
        told = word("under_cards", game, study.evenings, study.effects[0].players) + _at_one_skill(study)
        effects = [(narrator.called("role", e.card), e.difference, e.low, e.high) for e in study.effects]
        yield "cards", svg.forest(word("effect", side), told, word("points"), effects)
    spans: list[tuple[int, float, float, float]] = []
    for n in players:
        minutes = [line.minutes for line in study.at(n, skill).lines]
        low, middle, high = (quantile(minutes, part) for part in PARTS)
        spans.append((n, low, middle, high))
    yield "minutes", svg.spans(word("minutes"), under_one, word("players"), spans)
    if "starter_wins" in measures:
        rows = []
        for n in players:
            batch = study.at(n, skill)
            gain = paired(batch.measured("starter_wins"), batch.measured("seat_wins"))
            rows.append((word("so_many", n), *gain))
        yield "first", svg.forest(word("first"), under_one, word("points"), rows)
    yield "ends", _ends(study, word, narrator)


def _chances(study: Study, skill: float) -> list[tuple[int, float, float, float]]:
    batches = [study.at(n, skill) for n in study.players]
    return [(b.setup.players, b.chance(study.side), *interval(b.wins[study.side], len(b.lines))) for b in batches]


def _skill(study: Study, skill: float) -> str:
    ways = [way for _, way in study.grid[0].setup.ways.of if way != RANDOM]
    return f"λ = {skill:g}" if ways else ""


def _at_one_skill(study: Study) -> str:
    """Behind what is told of a picture that shows only one of them."""
    return f" · {_skill(study, study.skill)}" if len(study.skills) > 1 else ""


def _ends(study: Study, word: Word, narrator: Narrator) -> str:
    """How often each end comes: of the game, or where each plays alone, of a hand."""
    batches = [(n, study.at(n, study.skill)) for n in study.players]
    if study.side:
        ends = [w for w in manifest(study.game).winners if any(b.wins[w] for _, b in batches)]
        names = [narrator.called("winner", end) for end in ends]
        rows = [(str(n), [b.chance(end) for end in ends]) for n, b in batches]
    else:
        ends = [name for name in bench_of(study.game).measures if name.startswith("by_") or name == "alone"]
        names = [word(f"measure_{name}") if _has(narrator, name) else name for name in ends]
        rows = [(str(n), [fmean(b.measured(end)) for end in ends]) for n, b in batches]
    under = word("under", _name(study, narrator.lang), study.evenings) + _at_one_skill(study)
    of_all = word("share" if study.side else "share_of_hands")
    return svg.shares(word("ends"), under, of_all, word("players"), names, rows)


STYLE = (
    "body{font-family:Georgia,serif;background:#fbf7ef;color:#2b2622;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "figure{margin:1.5rem 0;overflow-x:auto}svg{display:block;width:100%;min-width:32rem;height:auto}"
    "pre{overflow-x:auto;font-size:.8rem}"
    "@media (prefers-color-scheme:dark){body{background:#1d1a17;color:#ece4d6}}"
)


def as_page(study: Study, lang: Lang) -> str:
    """All of it on one page that needs nothing else."""
    drawn = "".join(f'<figure id="{name}">{svg}</figure>' for name, svg in pictures(study, lang))
    title = escape(_name(study, lang))
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{drawn}"
        f"<pre>{escape(as_table(study, lang))}</pre></html>\n"
    )


def write(study: Study, folder: Path, lang: Lang) -> list[Path]:
    """Write everything into a folder; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"lab.csv": as_csv(study), "lab.json": as_json(study), "index.html": as_page(study, lang)}
    if study.effects:
        files["cards.csv"] = cards_as_csv(study)
    files |= {f"{name}.svg": svg for name, svg in pictures(study, lang)}
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")
    return [folder / name for name in files]
