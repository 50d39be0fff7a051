"""`majordome voice`: the guests' names in the butler's own voice, on a machine that has the model."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from pathlib import Path

from majordome.errors import DONE, UNFINISHED, FileError
from majordome.settings.config import find_config, read_settings
from majordome.sound.voice import cache_folder
from majordome.studio.files import NEEDED, fetch, ready
from majordome.studio.names import missing, record
from majordome.terminal.progress import Bar
from majordome.words.narrator import Narrator


def run_voice(args: argparse.Namespace) -> int:
    """Names that nobody has said yet."""
    settings = read_settings(find_config(args.config, os.environ), guests=args.guests)
    lang = args.lang or settings.lang
    words = Narrator(lang)
    own = args.out or settings.sound.pack
    if own is None:
        raise FileError(words.word("ui", "voice_where"))
    names = args.names or settings.evening.names
    if not names:
        raise FileError(words.word("ui", "voice_whose"))
    wanted = missing(names, lang, own)
    if not wanted:
        print(words.word("ui", "voice_all_said"))
        return DONE
    if lacking := [module for module in NEEDED if find_spec(module) is None]:
        raise FileError(words.word("ui", "voice_lacks").format(", ".join(lacking)))
    model: Path = args.model or cache_folder().parent / "kokoro"
    if args.fetch:
        fetch(model, print)
    if not ready(model):
        print(words.word("ui", "voice_no_model").format(model))
        return UNFINISHED
    with Bar(words.word("ui", "voice_speaking")) as bar:
        record(wanted, lang, own, model, bar)
    print(words.word("ui", "voice_said").format(len(wanted), own))
    return DONE
