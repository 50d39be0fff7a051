"""A box that nobody presses rests; one that is too hot or badly fed says so once; an evening hangs out its sign."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from majordome.box.machine_health import in_memory
from majordome.core.clock import RealClock
from majordome.core.cues import Notice, Say
from majordome.core.evening import Evening
from majordome.core.events import GameEnded, Wish
from majordome.games.murder.events import Tapped
from majordome.games.murder.testing import an_evening, guest_list
from majordome.service.service import Appliance
from majordome.service.watches import FORGOTTEN, LOOK_EVERY, PARTITION_EVERY, HealthWatch, IdleWatch, PartyLock
from majordome.settings.config import Settings
from majordome.testing.pins import PinParty
from majordome.words.narrator import Narrator

HOUR = 3600.0


def a_box(*, dim: float = HOUR, off: float = 0.0, evening: Evening | None = None) -> PinParty:
    party = PinParty(evening or an_evening())
    idle = IdleWatch(party.prompter, party.clock, party.hardware.dim, dim_after=dim, off_after=off)
    party.performance.ears.append(idle)
    party.performance.watchers.append(idle.stir)
    party.wait(2.0)  # the lamp has come up
    return party


def lights(party: PinParty) -> tuple[float, float]:
    """The lamp, and the light in the button."""
    return round(party.level(party.pins.lamp[0]), 2), round(party.level(party.pins.button_lamp), 2)


AWAKE, DIMMED = (0.6, 1.0), (0.05, 0.08)


# Nobody comes.


def test_after_an_hour_without_a_press_the_lamps_are_dimmed() -> None:
    party = a_box()
    party.wait(HOUR - 3.0)
    assert lights(party) == AWAKE
    party.wait(5.0)
    assert lights(party) == DIMMED


def test_a_press_acts_and_wakes_the_lamps() -> None:
    party = a_box()
    party.wait(HOUR + 5.0)
    assert lights(party) == DIMMED
    party.press()
    party.wait(2.0)
    assert party.beat == "walking"
    assert lights(party)[1] == 1.0
    assert lights(party)[0] == pytest.approx(0.05)  # night has fallen in the game itself


def test_a_hand_that_is_refused_wakes_them_too() -> None:
    party = a_box()
    party.wait(HOUR + 5.0)
    party.say(Wish.TAKE_BACK)
    party.wait(2.0)
    assert lights(party) == AWAKE
    party.wait(HOUR)
    assert lights(party) == DIMMED


@pytest.mark.long
@pytest.mark.parametrize("paused", [False, True])
def test_an_evening_under_way_or_paused_is_never_dimmed_and_never_switched_off(paused: bool) -> None:
    party = a_box(off=2 * HOUR)
    party.press()
    if paused:
        party.say(Wish.PAUSE)
    party.wait(10 * HOUR)
    assert (party.beat, party.prompter.paused, party.performance.left) == ("walking", paused, False)
    assert party.level(party.pins.button_lamp) > 0.08 or paused


def test_when_an_evening_is_over_the_hour_begins_again() -> None:
    party = a_box()
    party.press()
    party.wait(2 * HOUR)
    party.say(GameEnded("guests"))
    party.wait(HOUR - 3.0)
    assert lights(party)[1] == 1.0
    party.wait(5.0)
    assert lights(party) == DIMMED


def test_a_box_may_switch_itself_off_and_says_good_night_first() -> None:
    party = a_box(off=3 * HOUR)
    party.wait(3 * HOUR)
    assert [cue.line for _, cue in party.seen if isinstance(cue, Say)][-1] == "good_night"
    party.wait(20.0)
    assert (party.performance.left, party.performance.switched_off) == (True, True)


def test_a_box_that_is_told_to_stay_awake_does() -> None:
    party = a_box(dim=0.0)
    party.wait(48 * HOUR)
    assert (lights(party), party.performance.left) == (AWAKE, False)


# Heat and supply.


def a_pi(root: Path, *, degrees: float = 50.0, weak: bool = False) -> Path:
    for path, text in (
        ("sys/class/thermal/thermal_zone0/temp", f"{degrees * 1000:.0f}\n"),
        ("sys/class/hwmon/hwmon1/name", "rpi_volt\n"),
        ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{weak:d}\n"),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def nursed(root: Path, evening: Evening | None = None) -> PinParty:
    party = PinParty(evening or an_evening())
    party.performance.ears.append(HealthWatch(party.prompter, party.clock, party.inputs.put, root))
    return party


def notices(party: PinParty) -> list[Notice]:
    return [cue for _, cue in party.seen if isinstance(cue, Notice)]


def test_heat_and_a_weak_supply_are_each_said_once(tmp_path: Path) -> None:
    party = nursed(a_pi(tmp_path))
    party.wait(10 * LOOK_EVERY)
    assert notices(party) == []
    a_pi(tmp_path, degrees=83.4, weak=True)
    party.wait(10 * LOOK_EVERY)
    assert notices(party) == [Notice("weak_supply"), Notice("too_hot", ("83",))]  # the supply is looked at each second
    a_pi(tmp_path)
    party.wait(2 * LOOK_EVERY)
    a_pi(tmp_path, degrees=90.0, weak=True)
    party.wait(10 * LOOK_EVERY)
    assert len(notices(party)) == 2


def test_nothing_is_said_while_somebody_counts_in_the_dark(tmp_path: Path) -> None:
    party = nursed(a_pi(tmp_path), an_evening(guests=guest_list(12)))
    party.press()
    party.wait(30)
    party.press()
    party.wait(30)
    a_pi(tmp_path, degrees=85.0)
    while party.beat != "murder" or round(party.clock.now() % LOOK_EVERY) != 55:  # the next look falls into the dark
        party.wait(1.0)
    party.say(Tapped("Cid", "Ana"))
    told = len(notices(party))
    party.wait(9.0)
    assert (party.beat, len(notices(party))) == ("dying", told)
    party.wait(10.0)
    assert party.beat != "dying"
    assert Notice("too_hot", ("85",)) in notices(party)


def test_a_machine_that_tells_nothing_is_well(tmp_path: Path) -> None:
    party = nursed(tmp_path)
    party.wait(10 * LOOK_EVERY)
    assert notices(party) == []


# The sign on the door.


def test_the_party_lock_is_there_from_the_first_press_until_the_evening_is_over(tmp_path: Path) -> None:
    sign = tmp_path / "party"
    party = PinParty(an_evening())
    lock = PartyLock(party.prompter, sign)
    party.performance.watchers.append(lock.look)
    party.sit("left")
    assert not sign.exists()
    party.press()
    assert sign.exists()
    party.say(Wish.PAUSE)
    assert sign.exists()
    party.say(Wish.GO_ON)
    party.say(GameEnded("murderers"))
    assert not sign.exists()
    party.say(Wish.TAKE_BACK)
    assert sign.exists()
    lock.close()
    assert not sign.exists()
    lock.close()


def test_a_forgotten_evening_lets_go_of_the_lock_and_the_next_press_takes_it_again(tmp_path: Path) -> None:
    sign = tmp_path / "party"
    party = PinParty(an_evening())
    lock = PartyLock(party.prompter, sign, party.clock)
    party.performance.watchers.append(lock.look)
    party.performance.ears.append(lock)
    party.press()
    party.wait(FORGOTTEN - 60)
    assert sign.exists()  # a long dinner
    party.wait(300)  # the butler's own word on a long walk counts as a step
    assert not sign.exists()
    party.press()
    assert sign.exists()


def test_the_service_lets_go_of_a_forgotten_evenings_lock_by_itself(tmp_path: Path) -> None:
    party = PinParty(an_evening())
    clock = cast(RealClock, party.clock)
    clock.speed = 1.0
    environ = {"RUNTIME_DIRECTORY": str(tmp_path)}
    box = Appliance(Settings(), party.prompter, Narrator("en"), clock, party.inputs, environ)
    box.attach(party.performance, party.hardware, pages=False, jingle=lambda: None)
    party.press()
    assert (tmp_path / "party").exists()
    for seconds in (300, FORGOTTEN + 1):  # the butler's own word on a long walk, and then nothing
        party.clock.advance(seconds)
        party.performance.tick()
    assert not (tmp_path / "party").exists()


def test_a_lock_that_a_crash_left_behind_is_taken_down(tmp_path: Path) -> None:
    sign = tmp_path / "party"
    sign.touch()
    party = PinParty(an_evening())
    PartyLock(party.prompter, sign).look()
    assert not sign.exists()


def test_a_file_of_somebody_in_the_place_of_the_lock_is_left_alone(tmp_path: Path) -> None:
    precious, link = tmp_path / "precious", tmp_path / "link"
    precious.write_text("mine")
    link.symlink_to(tmp_path / "nowhere")
    for path in (precious, link, tmp_path):
        party = PinParty(an_evening())
        lock = PartyLock(party.prompter, path)
        lock.look()
        lock.close()
    assert precious.read_text() == "mine"
    assert link.is_symlink()


def test_a_lock_that_cannot_be_hung_up_is_no_reason_not_to_play(tmp_path: Path) -> None:
    party = PinParty(an_evening())
    party.performance.watchers.append(PartyLock(party.prompter, tmp_path / "nowhere" / "party").look)
    party.press()
    assert party.beat == "walking"
    assert notices(party) == []


# The partition of the evenings, on a box whose root is in memory.


def mounted(root: Path, *mounts: tuple[str, str]) -> None:
    (root / "proc" / "self").mkdir(parents=True, exist_ok=True)
    lines = (f"36 35 98:0 / {place} rw,noatime - {kind} none rw\n" for place, kind in mounts)
    (root / "proc" / "self" / "mountinfo").write_text("".join(lines))


def test_a_lost_partition_is_told_once_and_so_is_its_return(tmp_path: Path) -> None:
    party = PinParty(an_evening())
    before = notices(party)
    overlay, partition = ("/", "overlay"), ("/var/lib/majordome", "ext4")
    mounted(tmp_path, overlay, partition)
    evenings = Path("/var/lib/majordome/evenings")
    party.performance.ears.append(HealthWatch(party.prompter, party.clock, party.inputs.put, tmp_path, evenings))
    party.wait(PARTITION_EVERY + 1)
    assert notices(party) == before
    mounted(tmp_path, overlay)
    party.wait(PARTITION_EVERY * 3)
    assert notices(party)[len(before) :] == [Notice("evenings_in_memory", (str(evenings),))]
    mounted(tmp_path, overlay, partition)
    party.wait(PARTITION_EVERY + 1)
    assert notices(party)[len(before) + 1 :] == [Notice("evenings_on_disk")]


@pytest.mark.parametrize(
    ("mounts", "lost"),
    [
        ([("/", "ext4")], False),
        ([("/", "overlay"), ("/var", "ext4")], False),
        ([("/", "overlay"), ("/var/lib/majordome-old", "ext4")], True),
        ([("/", "ext4"), ("/var/lib/majordome", "ext4"), ("/var/lib/majordome", "tmpfs")], True),
        ([("/", "overlay"), ("/var/lib", "vfat"), ("/var/lib/majordome/evenings/a\\040b", "tmpfs")], False),
        ([], False),
    ],
)
def test_the_nearest_mount_says_what_outlives_the_power_switch(
    tmp_path: Path, mounts: list[tuple[str, str]], lost: bool
) -> None:
    mounted(tmp_path, *mounts)
    assert in_memory(Path("/var/lib/majordome/evenings"), tmp_path) is lost


def test_a_kernel_that_tells_nothing_is_not_doubted(tmp_path: Path) -> None:
    assert in_memory(Path("/var/lib/majordome"), tmp_path / "nothing") is False
