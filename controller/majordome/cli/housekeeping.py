"""The commands that look after the box between evenings: its Wi-Fi, a bundle for whoever helps, backup and restore."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

from majordome.core.toml_reader import Section, read_toml
from majordome.errors import DONE, UNFINISHED, BadBackup, FileError, SomebodyPlays
from majordome.service import backup
from majordome.service import support_bundle as bundle
from majordome.service.evenings_folder import the_only_box
from majordome.service.hotspot import Hotspot, Wifi, wifi_of
from majordome.settings.config import Settings, evenings_folder, find_config, named_in, read_settings, usual_config
from majordome.terminal.progress import Bar
from majordome.words.narrator import LANGS, Narrator

NO = UNFINISHED


def run(args: argparse.Namespace) -> int:
    """Run one of these commands."""
    return COMMANDS[args.command](args)


def run_hotspot(args: argparse.Namespace) -> int:
    """Open or close the box's own Wi-Fi."""
    settings = read_settings(find_config(args.config, os.environ))
    narrator = Narrator(args.lang or settings.lang)

    def word(key: str, *words: str) -> str:
        return narrator.word("hotspot", key).format(*words)

    def say(command: list[str]) -> None:
        if args.dry_run:
            tell(word("would", shlex.join(command)))

    hotspot = Hotspot(settings, dry=args.dry_run, say=say)
    if args.show:
        wifi = wifi_of(settings)
        tell(word("was_closed") if wifi is None else told(wifi, narrator))
        return NO if wifi is None else DONE
    if args.off:
        tell(word("closed" if hotspot.close() else "was_closed"))
        return DONE
    if not settings.hotspot.on and not args.now:
        tell(word("off"))
        return DONE
    if not args.now:
        with Bar(word("waiting")) as bar:
            known = hotspot.known_network(bar)
        if known is not None:
            tell(word("known", known))
            return DONE
    wifi = hotspot.open()
    if not args.dry_run:
        tell(told(wifi, narrator) if sys.stdout.isatty() else word("open", wifi.name, "*" * 8))
    return DONE


def run_bundle(args: argparse.Namespace) -> int:
    """What somebody who helps needs to know."""
    path: Path = args.file or Path(time.strftime("majordome-bundle-%Y%m%d-%H%M%S.zip"))
    config = find_config(args.config, os.environ)
    settings: Settings | str
    try:
        settings = read_settings(config)
        folder, lang = settings.evenings, settings.lang
    except FileError as trouble:  # a box that is badly set up is a reason for a bundle, not against one
        settings, folder, lang = str(trouble), evenings_folder(os.environ), LANGS[0]
    narrator = Narrator(args.lang or lang)
    usual = settings if isinstance(settings, Settings) else Settings(evenings=folder)
    try:
        bundle.write(path, bundle.entries(settings, folder, examined(usual, narrator)))
    except FileExistsError:
        raise FileError(f"{path}: is there already, and is not overwritten: choose another name") from None
    except OSError as trouble:
        raise FileError(f"{path}: cannot be written ({trouble.strerror}): choose another place") from None
    tell(narrator.word("ui", "bundle_made").format(path))
    return DONE


def examined(settings: Settings, narrator: Narrator) -> str:
    """What the doctor finds by himself, as JSON. The pins of a box that plays are left alone."""
    from majordome.cli.doctor import by_itself
    from majordome.terminal.doctor_screen import as_json

    try:
        with the_only_box(settings.evenings):
            return as_json(by_itself(settings, narrator, pins=True))
    except SomebodyPlays:
        return as_json(by_itself(settings, narrator, pins=False))


def run_backup(args: argparse.Namespace) -> int:
    """All that makes a box yours, in one file."""
    config, narrator = _config(args)
    places = places_of(config, read_toml(config) if config.is_file() else None)
    with Bar(args.file.name) as bar:
        number = backup.pack(args.file, places, bar)
    tell(narrator.word("ui", "backup_made").format(args.file, number))
    return DONE


def run_restore(args: argparse.Namespace) -> int:
    """The other way round. All of it is read and agreed to before a byte of it is written."""
    config, narrator = _config(args)
    with Bar(args.file.name) as bar:
        packed = backup.look_through(args.file, bar)
    own = read_toml(config) if config.is_file() else None
    places = backup.agreed(args.file, packed, config, own, usual=evenings_folder(os.environ))
    command = backup.command_in(packed, config, own)
    if command and not args.trust and not agrees(narrator.word("ui", "restore_command").format(command)):
        raise BadBackup(
            f"{args.file}: its settings run a command of their own when the box is switched off ({command}), "
            "and nobody has agreed: nothing was restored; look at it, then say yes at a terminal or add --trust"
        )
    with the_only_box(places.evenings), Bar(args.file.name) as bar:
        came = backup.unpack(packed, places, bar)
    words = narrator.word("ui", "restored").format(len(came.written), came.same, args.file)
    tell("\n".join([words, *(narrator.word("ui", "restored_kept").format(path) for path in came.kept)]))
    for name in came.homeless:
        tell(narrator.word("ui", "restored_homeless").format(name))
    return DONE


def agrees(question: str) -> bool:
    """Only somebody at a terminal can say yes, and only by saying it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    tell(question)
    return sys.stdin.readline().strip().casefold().startswith(("y", "o"))


def _config(args: argparse.Namespace) -> tuple[Path, Narrator]:
    """Where the settings are, or would be; and the words of whoever can be understood."""
    config = find_config(args.config, os.environ) or usual_config(os.environ)
    try:
        lang = read_settings(config if config.is_file() else None).lang
    except FileError:
        lang = LANGS[0]
    return config, Narrator(args.lang or lang)


def places_of(config: Path, file: Section | None) -> backup.Places:
    """Where everything belongs that these settings name."""
    if file is None:
        return backup.Places(config, evenings_folder(os.environ))
    named = named_in(file)
    return backup.Places(config, named.evenings or evenings_folder(os.environ), named.guests, named.pack)


def told(wifi: Wifi, narrator: Narrator) -> str:
    """For whoever stands at the box: never in a log, where it would stay."""
    from majordome.web.qr import blocks

    words = [narrator.word("hotspot", "open").format(wifi.name, wifi.password), narrator.word("hotspot", "scan")]
    return "\n".join([*words, "", blocks(wifi.code)])


def tell(text: str) -> None:
    """At once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "backup": run_backup,
    "bundle": run_bundle,
    "hotspot": run_hotspot,
    "restore": run_restore,
}
