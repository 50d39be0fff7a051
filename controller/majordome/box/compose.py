"""`majordome play`: finds out where we were, opens the journal, and puts evening, stage and screen together."""

from __future__ import annotations

import logging
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

from majordome.box.exit_signals import Leaving, leaving_at_once, leaving_one_way
from majordome.box.open_hardware import hardware_of, has_hardware
from majordome.box.page_address import is_screen, tell_of_the_page, tell_the_new_code
from majordome.box.pages import evening_pages, wants_pages
from majordome.box.resume import chosen, latest
from majordome.box.rooms import other_rooms
from majordome.box.typed_lines import listener, words_to_type
from majordome.core.clock import RealClock
from majordome.core.cues import Notice, ReadOut
from majordome.core.evening import Evening
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Inputs
from majordome.core.guest_list import refuse_evening
from majordome.core.journal import Story
from majordome.core.journal_file import Journal
from majordome.core.journal_writer import JournalWriter
from majordome.core.library import manifest, with_fitted
from majordome.core.prompter import Prompter
from majordome.core.props import Page
from majordome.core.race import RaceLock
from majordome.core.stage import Stage
from majordome.errors import FileError
from majordome.service.evenings_folder import new_journal, serial, the_only_box
from majordome.service.private_log import PrivateLog
from majordome.service.service import Appliance, nobody_types
from majordome.settings.config import Settings
from majordome.sound.pack import SoundPack
from majordome.sound.voice import attach as attach_speaker
from majordome.sound.voice import speaker_of
from majordome.terminal.line_mode import PlainPage, Understand, play_in_a_pipe
from majordome.terminal.pipe import SecondScreen, TypedLines, put_out
from majordome.words.narrator import Lang, Narrator

LOG = "majordome.log"

if TYPE_CHECKING:
    from majordome.box.parts import Hardware
    from majordome.sound.speaker import PygameSpeaker


def play(settings: Settings, *, lang: Lang | None, new: bool, resume: bool, plain: bool, speed: float) -> int:
    """Play one evening, to its end or until the host leaves; without a keyboard, one evening after the other.

    `lang`: speak this, also in an evening begun otherwise. The exit code: 0, or 130 after Ctrl-C.
    """
    typed = TypedLines()
    _keep_a_log(settings.evenings)
    with the_only_box(settings.evenings):
        troubles: list[str] = []
        found = None if new else _going_on(settings, typed, troubles, lang or settings.lang, resume=resume)
        if found is None and not wants_pages(settings):
            _names_were_given(settings, lang or settings.lang)
        plain = plain or not is_screen()
        leaving, screen = Leaving(), nullcontext() if plain else _libraries_speak_to_the_log(settings.evenings)
        with screen, leaving_at_once(), leaving.to_the_end():
            box = _perform(settings, found, typed, troubles, leaving, lang=lang, plain=plain, speed=speed)
    box.switch_off()
    return leaving.exit_code


def _names_were_given(settings: Settings, lang: Lang) -> None:
    """Without a page nobody can tell later on who plays: where the game must know, it does not begin."""
    evening = settings.evening
    if (trouble := refuse_evening(evening)) is not None:
        from majordome.box.wrong_settings import refused  # most evenings begin

        why = Narrator(lang, game=manifest(evening.game)).refusal(trouble)
        remedy = "'majordome play --guests FILE' has one; or play it with its page, which asks for names"
        raise refused(FileError(f"{evening.game}: {why} {remedy}"), None)


def _keep_a_log(evenings: Path) -> None:
    """What broke is written beside the journals, never across the screen. It names parts and events, no guest."""
    handler: logging.Handler = logging.NullHandler()
    with suppress(OSError):  # a card that cannot be written is told of elsewhere
        evenings.mkdir(parents=True, exist_ok=True)
        handler = PrivateLog(evenings / LOG, maxBytes=200_000, backupCount=1, delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for before in root.handlers:
        if isinstance(before, PrivateLog):  # another evening of this process
            before.close()
    root.handlers[:] = [handler]  # no other may write to the screen
    logging.raiseExceptions = False  # a log that cannot be written must not speak up on the screen either


@contextmanager
def _libraries_speak_to_the_log(evenings: Path) -> Iterator[None]:
    """C libraries (ALSA above all) write to standard error whatever Python thinks of it: not across the screen."""
    try:
        log = os.open(evenings / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    before = os.dup(2)
    os.dup2(log, 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(before, 2)
        os.close(before)
        os.close(log)


def _going_on(
    settings: Settings, typed: TypedLines, troubles: list[str], lang: Lang, *, resume: bool
) -> tuple[Path, Story] | None:
    """The evening that goes on. Where nobody can be asked, the latest."""
    asks = resume and not nobody_types()
    found = chosen(settings, typed, troubles, lang) if asks else latest(settings, typed, troubles, ask=not resume)
    return (found.path, found.story) if found else None


def _perform(
    settings: Settings,
    found: tuple[Path, Story] | None,
    typed: TypedLines,
    troubles: list[str],
    leaving: Leaving,
    *,
    lang: Lang | None,
    plain: bool,
    speed: float,
) -> Appliance:
    if found is None:
        seed = secrets.randbits(32) if settings.seed is None else settings.seed
        if wants_pages(settings) and not has_hardware(settings):
            settings = replace(settings, evening=with_fitted(settings.evening, "chairs"))  # the twin has chairs
        evening, narrator = settings.evening, _narrator(settings, lang or settings.lang, seed)
    else:
        story = found[1]
        evening, seed = story.header.evening, story.header.seed
        spoken, voice = story.spoken
        if voice is not None:
            settings = replace(settings, sound=replace(settings.sound, voice=voice))
        narrator = _narrator(settings, lang or spoken, seed)
    inputs: Inputs = Queue()
    clock, prompter = RealClock(speed), Prompter(evening, narrator)
    race = RaceLock(clock, inputs.put, lambda: prompter.snapshot)
    with (
        Appliance(settings, prompter, narrator, clock, inputs) as box,
        _fitted(settings, clock, inputs, prompter, race) as hardware,
        _heard(settings, narrator, clock, inputs) as speaker,
        evening_pages(
            settings, prompter, narrator, clock, inputs, speaker, lambda: journals[-1].path, race.hear
        ) as pages,
        other_rooms(settings, prompter, narrator, clock, inputs, race, speaker, hardware) as rooms,
    ):
        journals = [Journal.go_on(*found) if found else new_journal(settings, seed)]

        def another(evening: Evening) -> JournalWriter:
            tonight = replace(settings, evening=evening, lang=narrator.lang)
            journals.append(new_journal(tonight, seed, after=serial(journals[-1].path)))
            return JournalWriter(journals[-1])

        def performance(page: Page) -> Performance:
            props = hardware.props() if hardware else {}
            if speaker is not None:
                props = {**props, "speaker": [speaker], "hourglass": [*props.get("hourglass", ()), speaker]}
            stage = Stage(lambda: manifest(prompter.evening.game), **props, page=[page])
            performance = Performance(prompter, stage, clock, JournalWriter(journals[-1]), another)
            if found is None:
                performance.begin()
                if (trouble := refuse_evening(evening)) is not None:  # names can be given on the page
                    stage.perform([trouble])
            else:
                performance.recall(found[1].records)
                stage.perform([Notice("resumed"), *([Notice("torn_line")] if found[1].torn else [])])
            if troubles:  # nobody may read what stands on standard error
                stage.perform([ReadOut(narrator.word("ui", "evening_saved" if found else "evening_refused"))])
            stage.perform(hardware.troubles if hardware else [Notice("no_hardware")])
            if settings.lang_found and found is None:
                stage.perform([Notice("speaks_as_here")])
            performance.disk.hurried = partial(leaving.hurries, inputs)
            race.attach(performance)
            if speaker is not None:
                attach_speaker(speaker, performance)
            if hardware is not None:
                hardware.strikers += [speaker.strike] if speaker else []
                hardware.attach(performance)
                hardware.animator.start()
            jingle = partial(speaker.effect, "ready") if speaker is not None else lambda: None
            box.attach(performance, hardware, pages=pages is not None, jingle=jingle)
            performance.disk.check()
            if rooms is not None:
                rooms.join(performance)
            if pages is not None:
                pages.opened = partial(tell_of_the_page, settings, inputs, troubles, plain=plain, twin=hardware is None)
                pages.renewed = partial(tell_the_new_code, inputs)
                pages.start()
            return performance

        def darken() -> None:
            for part in (hardware, speaker):
                if part is not None:
                    part.close()
            leaving.is_dark()

        leaving.darken = darken
        with leaving_one_way(inputs, leaving):
            try:
                listen = listener(prompter, narrator, pages.told if pages else lambda: "")
                stays = hardware is not None or pages is not None or box.supervisor.there
                invited = pages.invited if pages else lambda: None
                _show(
                    performance,
                    settings,
                    prompter,
                    narrator,
                    inputs,
                    clock,
                    typed,
                    listen,
                    invited,
                    race,
                    leaving,
                    plain=plain,
                    stays=stays,
                )
            finally:
                leaving.ask()
                darken()  # first, however long the pages take to close
                box.close()
    if not prompter.finished and journals[-1].safe and not any(journal.unwritten for journal in journals):
        put_out(narrator.notice(Notice("saved")))
    return box


def _narrator(settings: Settings, lang: Lang, seed: int) -> Narrator:
    """The butler's words; a host who lends him a voice sets his pace."""
    if settings.sound.pack is None:
        return Narrator(lang, seed)
    own = SoundPack(lang, [settings.sound.pack], lambda: narrator.game, settings.sound.voice)
    narrator = Narrator(lang, seed, own.seconds)
    return narrator


def _show(
    performance: Callable[[Page], Performance],
    settings: Settings,
    prompter: Prompter,
    narrator: Narrator,
    inputs: Inputs,
    clock: RealClock,
    typed: TypedLines,
    listen: Understand,
    invited: Callable[[], tuple[str, str, str] | None],
    race: RaceLock,
    leaving: Leaving,
    *,
    plain: bool,
    stays: bool,
) -> None:
    """On a screen, or in plain lines."""
    if plain:

        def write(line: str) -> None:
            if not put_out(line) and not stays:  # nobody listens at the other end: the host has left
                leaving.ask()

        lines = PlainPage(narrator, write, SecondScreen())
        with closing(performance(lines)) as evening:
            play_in_a_pipe(lines, evening, inputs, clock, listen, typed, stays=stays, hear=race.hear, leave=leaving.ask)
        return
    # The screen's library takes longer to load than everything else, and a pipe does not need it.
    from majordome.terminal.completion import HostCompleter
    from majordome.terminal.screen import Screen
    from majordome.terminal.screen_page import ScreenPage

    page = ScreenPage(narrator, bell=settings.bell)
    completer = HostCompleter(partial(words_to_type, prompter), lambda: list(prompter.snapshot.names))
    with closing(performance(page)) as evening:
        screen = Screen(page, evening, inputs, narrator, listen, completer, invited, race.hear, leaving.ask)
        leaving.give_up = screen.give_up
        screen.run(clock)


@contextmanager
def _heard(settings: Settings, narrator: Narrator, clock: RealClock, inputs: Inputs) -> Iterator[PygameSpeaker | None]:
    """The speaker; an evening that is run through faster is silent: nobody speaks that fast."""
    if clock.speed != 1.0:
        yield None
        return
    with speaker_of(settings.sound, narrator.lang, clock, inputs.put, lambda: narrator.game) as speaker:
        yield speaker


@contextmanager
def _fitted(
    settings: Settings, clock: RealClock, inputs: Inputs, prompter: Prompter, race: RaceLock | None = None
) -> Iterator[Hardware | None]:
    """The hardware of this box; a button that is held at the start asks for the doctor first."""
    with hardware_of(settings, prompter, clock, inputs.put, race=race) as hardware:
        if hardware is not None and hardware.held_at_start():
            from majordome.cli.doctor import at_the_box  # gpiozero is not needed without pins

            hardware.animator.start()
            at_the_box(hardware, settings.evenings)
        yield hardware
