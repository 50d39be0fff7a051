"""`majordome ledger`: who has played and won, awards, and what a host might make up for; and forgetting all of it."""

from __future__ import annotations

import argparse
import json
import os
import time

import msgspec

from majordome.core.library import manifest
from majordome.errors import DONE, UNFINISHED
from majordome.service.evenings_folder import open_tonight
from majordome.service.ledger import forget, opened
from majordome.service.standings import awards, hints, sentence, standings
from majordome.settings.config import find_config, read_settings
from majordome.words.narrator import Narrator


def run_ledger(args: argparse.Namespace) -> int:
    """Print the ledger."""
    settings = read_settings(find_config(args.config, os.environ))
    narrator = Narrator(args.lang or settings.lang)
    ledger = opened(settings.evenings, open_tonight(settings.evenings))
    if args.json:
        told = {
            "evenings": msgspec.to_builtins(ledger.pages),
            "standings": msgspec.to_builtins(standings(ledger)),
            "awards": msgspec.to_builtins(awards(ledger)),
            "hints": msgspec.to_builtins(hints(ledger)),
        }
        print(json.dumps(told, ensure_ascii=False))
        return DONE
    word = narrator.table("ledger")
    if not ledger.pages:
        print(word["empty"])
        return DONE
    for page in ledger.pages:
        game = Narrator(narrator.lang, game=manifest(page.game))
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(page.began))
        title = manifest(page.game).title.get(narrator.lang, page.game)
        won = game.called("winner", page.winner) if page.winner else "-"
        print(f"{began}  {title}  {word['evening'].format(len(page.players), won)}")
    print()
    for each in standings(ledger):
        score = f"  {word['points'].format(each.score)}" if each.score else ""
        print(f"  {each.name:<20} {word['standing'].format(each.evenings, each.won)}{score}")
    for title, kind, found in ((word["awards"], "award", awards(ledger)), (word["hints"], "hint", hints(ledger))):
        if found:
            print(f"\n{title}")
        for award in found:
            print(f"  {sentence(award, kind, narrator.lang)}")
    return DONE


def run_forget(args: argparse.Namespace) -> int:
    """Forget a name, or all of it."""
    settings = read_settings(find_config(args.config, os.environ))
    word = Narrator(args.lang or settings.lang).table("ledger")
    tonight = open_tonight(settings.evenings)
    found = forget(settings.evenings, None if args.all else args.name, tonight)
    if not args.all and not found:
        print(word["unknown"].format(args.name))
        return UNFINISHED
    print((word["forgot_all"] if args.all else word["forgot"]).format(args.name, found))
    if tonight:
        print(word["tonight_comes"])
    print(word["journals_stay"].format(settings.evenings))
    return DONE
