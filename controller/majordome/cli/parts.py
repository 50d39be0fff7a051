"""Commands of the box and its parts: the doctor, the pins, the page, the sounds."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from majordome.core.cues import Notice
from majordome.errors import DONE, UNFINISHED, FileError
from majordome.settings.config import Settings, find_config, read_settings
from majordome.settings.pin_map import draw
from majordome.sound import check as soundcheck
from majordome.sound.pack import SoundPack, folders
from majordome.words.narrator import LANGS, Lang, Narrator


def run_doctor(args: argparse.Namespace) -> int:
    """Check the box, part by part."""
    from majordome.cli.doctor import at_a_terminal  # gpiozero is not needed for anything else here

    settings = read_settings(find_config(args.config, os.environ))
    return DONE if at_a_terminal(settings, Narrator(args.lang or settings.lang), json=args.json) else UNFINISHED


def run_pinout(args: argparse.Namespace) -> int:
    """Draw the header."""
    print(draw(read_settings(find_config(args.config, os.environ)).pins))
    return DONE


def run_page(args: argparse.Namespace) -> int:
    """Where the page of the box that plays now is."""
    from majordome.box.pages import about
    from majordome.cli.housekeeping import told as joining
    from majordome.service.hotspot import wifi_of
    from majordome.web.key_ring import forget_all
    from majordome.web.qr import blocks

    settings = read_settings(find_config(args.config, os.environ))
    words = Narrator(args.lang or settings.lang)
    if args.forget:
        forgotten = forget_all(settings.evenings)
        print(words.word("ui", "phones_forgotten" if forgotten else "no_phones"))
        return DONE
    told = about(settings)
    if told is None:
        print(words.word("ui", "no_box_plays"))
        return UNFINISHED
    print(words.notice(Notice("page_code", (told["url"], told["code"]))))
    print(words.notice(Notice("twin_open", (told["twin"],))))
    print(blocks(f"{told['url']}#{told['token']}"))
    if (wifi := wifi_of(settings)) is not None:  # a phone must join that first
        print(joining(wifi, words))
    return DONE


def _sounds(args: argparse.Namespace) -> tuple[Settings, list[Path], tuple[Lang, ...]]:
    settings = read_settings(find_config(args.config, os.environ))
    return settings, folders(settings.sound.pack), (args.lang,) if args.lang else LANGS


def run_sounds_list(args: argparse.Namespace) -> int:
    """Print where each sound comes from."""
    _, places, langs = _sounds(args)
    print("\n".join(soundcheck.listing(places, langs)))
    return DONE


def run_sounds_check(args: argparse.Namespace) -> int:
    """Each sound that is not well, and a word on the rest."""
    _, places, langs = _sounds(args)
    found = list(soundcheck.checked(places, langs))
    unwell = [sound for sound in found if sound.trouble]
    for sound in unwell:
        print(f"{sound.name}: {sound.trouble}")
    measured = sum(sound.loudness is not None for sound in found)
    print(f"{len(found)} sounds, {len(unwell)} unwell; the loudness of {measured} was measured")
    return UNFINISHED if unwell else DONE


def run_sounds_sheet(args: argparse.Namespace) -> int:
    """A sheet for whoever lends the butler a voice."""
    settings, _, _ = _sounds(args)
    print("\n".join(soundcheck.record_sheet(args.lang or settings.lang)))
    return DONE


def run_sounds_play(args: argparse.Namespace) -> int:
    """Play one sound."""
    settings, places, langs = _sounds(args)
    named = (sound.path for sound in soundcheck.everything(places, langs) if sound.name == args.name)
    path = SoundPack(settings.lang, places).find(args.name) or next(named, None)
    if path is None:
        raise FileError(f"{args.name}: no such sound: 'majordome sounds list' names them all")
    soundcheck.play(path, settings.sound.volume / 100)
    return DONE
