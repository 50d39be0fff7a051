"""The box's own Wi-Fi: made only where no known network comes, with a password that is kept for the host alone."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from majordome.cli.commands import main
from majordome.errors import NoHotspot
from majordome.service.hotspot import FILE, PROFILE, Hotspot, Wifi, profile, wifi_of
from majordome.settings.config import HotspotSettings as Plan
from majordome.settings.config import Settings

pytestmark = pytest.mark.long

WORLD: dict[str, Any] = {
    "running": True,
    "forbidden": False,
    "no_ap": False,
    "joins_after": None,  # so many looks until a known network is joined
    "active": {"lo": "loopback"},
    "profiles": {"preconfigured": {}},
    "devices": [["wlan0", "wifi", "disconnected"], ["lo", "loopback", "unmanaged"]],
    "calls": [],
}


class World:
    """NetworkManager, as the stand-in sees it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "world.json"
        self.set()

    def set(self, **changed: Any) -> None:
        self._file.write_text(json.dumps({**WORLD, **changed}))

    def __getitem__(self, key: str) -> Any:
        return json.loads(self._file.read_text())[key]

    @property
    def changes(self) -> list[str]:
        """What was not only looked at."""
        return [" ".join(call) for call in self["calls"] if "--terse" not in call]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    tools = tmp_path / "bin"
    tools.mkdir()
    shutil.copy(Path(__file__).parent / "nmcli", tools / "nmcli")
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    monkeypatch.setenv("NMCLI_WORLD", str(tmp_path / "world.json"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return World(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(evenings=tmp_path / "state" / "majordome" / "evenings", hotspot=Plan(after=10))


class Clock:
    """Waits without waiting."""

    def __init__(self) -> None:
        self.t = 0.0

    def now(self) -> float:
        return self.t

    def rest(self, seconds: float) -> None:
        self.t += seconds


def on(settings: Settings, clock: Clock | None = None, *, dry: bool = False) -> Hotspot:
    clock = clock or Clock()
    return Hotspot(settings, dry=dry, now=clock.now, rest=clock.rest)


# When.


@pytest.mark.parametrize("kind", ["802-11-wireless", "802-3-ethernet"])
def test_where_there_is_a_known_network_no_hotspot_is_made(kind: str, world: World, settings: Settings) -> None:
    world.set(active={"Home: sweet": kind})
    assert on(settings).known_network() == "Home: sweet"
    assert world.changes == []


def test_a_known_network_may_come_a_little_late(world: World, settings: Settings) -> None:
    world.set(joins_after=3)
    parts: list[float] = []
    clock = Clock()
    assert on(settings, clock).known_network(parts.append) == "Castle: old wing"
    assert (clock.t, parts) == (6.0, [0.0, 0.2, 0.4])


def test_where_none_comes_in_time_the_box_stops_waiting(world: World, settings: Settings) -> None:
    clock = Clock()
    assert on(settings, clock).known_network() is None
    assert clock.t == 10.0


def test_its_own_hotspot_is_no_known_network(world: World, settings: Settings) -> None:
    world.set(active={PROFILE: "802-11-wireless"})
    assert on(settings).known_network() is None


# What.


def test_the_hotspot_is_in_memory_only_protected_and_gives_out_addresses(world: World, settings: Settings) -> None:
    wifi = on(settings).open()
    assert world["profiles"][PROFILE] == {
        "autoconnect": "no",
        "ssid": "Majordome",
        "mode": "ap",
        "802-11-wireless.band": "bg",
        "802-11-wireless.ap-isolation": "1",  # no guest's laptop reaches another guest's phone
        "wifi-sec.key-mgmt": "sae",
        "wifi-sec.proto": "rsn",
        "wifi-sec.pairwise": "ccmp",
        "wifi-sec.pmf": "required",
        "ipv4.method": "shared",
        "ipv6.method": "disabled",
    }
    assert world["active"] == {PROFILE: "802-11-wireless"}
    assert wifi_of(settings) == wifi


def test_the_password_goes_in_by_the_pipe_and_stands_on_no_command_line(world: World, settings: Settings) -> None:
    wifi = on(settings).open()
    assert world["told"] == [f"802-11-wireless-security.psk:{wifi.password}"]
    assert not any(wifi.password in word for call in world["calls"] for word in call)


def test_a_radio_that_cannot_wpa3_opens_wpa2_and_is_not_asked_again(world: World, settings: Settings) -> None:
    world.set(no_sae=True)
    wifi = on(settings).open()
    assert world["profiles"][PROFILE]["wifi-sec.key-mgmt"] == "wpa-psk"
    assert world["active"] == {PROFILE: "802-11-wireless"}
    assert wifi_of(settings) == wifi
    world.set(calls=[])
    assert on(settings).open() == wifi
    assert not any("sae" in call for call in world["calls"])


@pytest.mark.parametrize(("security", "way"), [("wpa2", "wpa-psk"), ("wpa3", "sae")])
def test_the_host_may_choose_how_it_is_protected(world: World, settings: Settings, security: str, way: str) -> None:
    chosen = replace(settings, hotspot=replace(settings.hotspot, security=security))
    on(chosen).open()
    assert world["profiles"][PROFILE]["wifi-sec.key-mgmt"] == way


def test_who_wants_wpa3_or_nothing_gets_nothing_from_an_old_radio(world: World, settings: Settings) -> None:
    world.set(no_sae=True)
    with pytest.raises(NoHotspot, match="NetworkManager says"):
        on(replace(settings, hotspot=replace(settings.hotspot, security="wpa3"))).open()
    assert PROFILE not in world["profiles"]


@pytest.mark.parametrize(("way", "protected"), [("sae", "pmf=3"), ("wpa-psk", "pmf=2")])
@pytest.mark.skipif(shutil.which("nmcli") is None, reason="apt install network-manager, to ask the real nmcli")
def test_the_real_nmcli_understands_the_profile(way: str, protected: str) -> None:
    told = subprocess.run(
        ["nmcli", "--offline", "connection", "add", *profile(Wifi("L'été; «ici»", "abcdefgh23"), "wlan0", way)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wanted = (
        "type=wifi",
        "autoconnect=false",
        "mode=ap",
        f"key-mgmt={way}",
        "ap-isolation=1",
        "method=shared",
        protected,
    )
    for line in wanted:
        assert line in told
    assert "abcdefgh23" not in told


def test_the_password_is_made_once_and_kept_for_the_host_alone(world: World, settings: Settings) -> None:
    first = on(settings).open()
    assert len(first.password) >= 8
    assert on(settings).open() == first
    assert stat.S_IMODE((settings.evenings / FILE).stat().st_mode) == 0o600
    assert list(world["profiles"]) == ["preconfigured", PROFILE]


def test_a_link_in_the_place_of_the_password_is_not_followed(world: World, settings: Settings, tmp_path: Path) -> None:
    """The service's own account may lay one there, and root opens the hotspot."""
    precious = tmp_path / "shadow"
    precious.write_text("as it was")
    settings.evenings.mkdir(parents=True)
    (settings.evenings / FILE).symlink_to(precious)
    password = on(settings).open().password
    assert precious.read_text() == "as it was"
    assert not (settings.evenings / FILE).is_symlink()
    assert password in (settings.evenings / FILE).read_text()


def test_another_box_has_another_password(world: World, tmp_path: Path) -> None:
    boxes = [Settings(evenings=tmp_path / name) for name in ("one", "other")]
    assert len({on(box).open().password for box in boxes}) == 2


def test_a_closed_hotspot_keeps_its_password_and_leaves_the_others_alone(world: World, settings: Settings) -> None:
    wifi = on(settings).open()
    assert on(settings).close()
    assert (list(world["profiles"]), wifi_of(settings)) == (["preconfigured"], None)
    assert not on(settings).close()
    assert on(settings).open() == wifi


def test_a_hotspot_of_the_boot_before_is_not_told(world: World, settings: Settings) -> None:
    on(settings).open()
    kept = json.loads((settings.evenings / FILE).read_text())
    (settings.evenings / FILE).write_text(json.dumps({**kept, "up": "another boot"}))
    assert wifi_of(settings) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Majordome", "WIFI:T:WPA;S:Majordome;P:abc;;"),
        ('a;b:c,d"e\\f', 'WIFI:T:WPA;S:a\\;b\\:c\\,d\\"e\\\\f;P:abc;;'),
    ],
)
def test_the_qr_code_is_one_that_phones_read(name: str, code: str) -> None:
    assert Wifi(name, "abc").code == code


# What goes wrong.


@pytest.mark.parametrize(
    ("changed", "remedy"),
    [
        ({"running": False}, "sudo systemctl enable --now NetworkManager"),
        ({"devices": [["eth0", "ethernet", "unavailable"]]}, "rfkill unblock wifi"),
        ({"devices": [["wlan0", "wifi", "unavailable"]]}, "do_wifi_country"),
        ({"forbidden": True}, "run it with sudo"),
        ({"no_ap": True}, "NetworkManager says: Error: Connection activation failed"),
    ],
)
def test_whatever_is_in_the_way_is_told_with_its_remedy_and_nothing_is_left_behind(
    changed: dict[str, Any], remedy: str, world: World, settings: Settings
) -> None:
    world.set(**changed)
    with pytest.raises(NoHotspot, match=remedy):
        on(settings).open()
    assert list(world["profiles"]) == ["preconfigured"]
    assert wifi_of(settings) is None


def test_a_machine_without_networkmanager_is_told_how_to_get_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoHotspot, match="apt install network-manager"):
        on(settings).open()


# The command.


def test_the_command_makes_a_hotspot_and_tells_no_log_its_password(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "majordome.toml"
    config.write_text('[evening]\nlang = "en"\n[hotspot]\nafter = 0\nname = "Castle"\n')
    assert main(["--config", str(config), "hotspot"]) == 0
    assert capsys.readouterr().out == "Wi-Fi “Castle”, password ********\n"
    assert main(["--config", str(config), "hotspot", "--show"]) == 0
    shown = capsys.readouterr().out
    password = json.loads((tmp_path / "state/majordome/evenings" / FILE).read_text())["password"]
    assert password in shown
    assert "█" in shown or "▄" in shown
    assert main(["--config", str(config), "hotspot", "--off"]) == 0
    assert main(["--config", str(config), "hotspot", "--show"]) == 1


def test_a_dry_run_changes_nothing_and_tells_no_password(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hotspot", "--dry-run", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "would run: nmcli connection add save no type wifi ifname wlan0" in out
    assert "passwd-file /dev/stdin" in out
    assert world.changes == []
    assert not (tmp_path / "state").exists()


def test_a_host_can_switch_it_off(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "majordome.toml"
    config.write_text("[hotspot]\non = false\n")
    assert main(["--config", str(config), "--lang", "en", "hotspot"]) == 0
    assert "[hotspot] on = false" in capsys.readouterr().out
    assert world["calls"] == []


def test_trouble_is_one_line_and_exit_code_2(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.set(running=False)
    assert main(["hotspot"]) == 2
    assert capsys.readouterr().err.startswith("majordome: NetworkManager does not run: sudo systemctl enable")
