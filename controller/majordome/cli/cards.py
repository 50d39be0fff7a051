"""`majordome cards GAME`: its cards as a PDF to print and cut, out of the game's own `cards.py`."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from majordome.core.library import manifest, package_of
from majordome.errors import DONE, CannotPrint
from majordome.printing.sheet import print_deck
from majordome.words import Lang


def run_cards(args: argparse.Namespace) -> int:
    """Draw the cards into a PDF."""
    game = manifest(args.game)
    if not (game.folder / "cards.py").is_file():
        raise CannotPrint(f"{game.id}: has no cards that the box may print: play it with your own deck")
    wishes = dict(wish.partition("=")[::2] for wish in args.wishes)
    lang: Lang = args.lang or "fr"
    deck = import_module(f"{package_of(game)}.cards").deck_for(lang, args.players, wishes)
    path = args.out or Path(f"{game.id}-{lang}-{args.paper}.pdf")
    pages = print_deck(deck, path, args.paper, lang, args.sides)
    print(f"{path}: {len(deck.cards)} cards on {pages} pages; the first says how to print them")
    return DONE
