"""The commands that look after the box between evenings: its Wi-Fi, a bundle for whoever helps, backup and restore."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable

from majordome.config import find_config, read_settings
from majordome.hotspot import Hotspot, NoHotspot, Wifi, wifi_of
from majordome.narrator import Narrator
from majordome.terminal.progress import Bar

DONE, NO, WRONG = 0, 1, 2


def run(args: argparse.Namespace) -> int:
    """One of these commands; every known trouble is one line on standard error."""
    try:
        return COMMANDS[args.command](args)
    except NoHotspot as trouble:
        sys.stderr.write(f"majordome: {trouble}\n")
        return WRONG


def run_hotspot(args: argparse.Namespace) -> int:
    """The box's own Wi-Fi."""
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


def told(wifi: Wifi, narrator: Narrator) -> str:
    """For whoever stands at the box: never in a log, where it would stay."""
    from majordome.web.qr import blocks

    words = [narrator.word("hotspot", "open").format(wifi.name, wifi.password), narrator.word("hotspot", "scan")]
    return "\n".join([*words, "", blocks(wifi.code)])


def tell(text: str) -> None:
    """At once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {"hotspot": run_hotspot}
