"""The live line: the whole state to whoever comes, news to whoever stays, and sounds to a twin that plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from majordome.games.murder.testing import guest_list
from web.boxes import Box, Json, LiveLine, murder, until

OpenBox = Callable[..., Box]


def test_whoever_comes_is_told_the_whole_state_and_then_the_news(box: Box) -> None:
    host, screen = box.host(), box.visitor().live("screen")
    first = screen.until(lambda message: message["is"] == "state")
    assert (first["room"]["beat"], first["run"], first["lang"]) == ("welcome", box.pages.board.states.run, "en")
    host.does("press")
    host.does("press")
    screen.until(lambda message: message["is"] == "state" and message["room"]["dark"])
    assert {"is": "signal", "signal": "top", "call": "stop", "dark": True} in screen.messages
    late = box.visitor().live("screen").until(lambda message: message["is"] == "state")
    assert late == screen.state


def test_a_line_says_that_it_is_alive(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("majordome.web.live.ALIVE_EVERY", 0.05)
    box.visitor().live("screen").until(lambda message: message["is"] == "alive")


@pytest.mark.parametrize("kind", ["host", "card", "twin"])
def test_whoever_is_not_who_they_say_is_sent_away(box: Box, kind: str) -> None:
    line = box.visitor().live(kind)
    assert line.until_closed() == 4401
    assert line.messages == []


def test_a_host_may_look_at_the_twin_and_a_guest_may_not(box: Box) -> None:
    assert "box" in box.host().live("twin").until(lambda message: message["is"] == "state")
    assert box.guest("Cid").live("twin").until_closed() == 4401
    assert box.guest("Dora").live("host").until_closed() == 4401
    assert box.twin().live("host").until_closed() == 4401


def test_the_host_knows_who_reads_along(box: Box) -> None:
    line = box.host().live("host")
    screen = box.visitor().live("screen")
    box.guest("Cid").live("card")
    line.until(lambda message: message.get("host", {}).get("joined") == {"host": 1, "card": 1, "screen": 1, "twin": 0})
    screen.close()
    line.until(lambda message: message.get("host", {}).get("joined") == {"host": 1, "card": 1, "screen": 0, "twin": 0})


def test_a_slow_page_gets_the_newest_state_and_not_every_step(box: Box) -> None:
    host, screen = box.host(), box.visitor().live("screen")
    screen.until(lambda message: message["is"] == "state")
    for _ in range(20):
        host.does("killed", name="Dora")
        host.does("revived", name="Dora")
    host.does("killed", name="Lia")
    dead = screen.until(
        lambda message: (
            message["is"] == "state" and [g["name"] for g in message["room"]["guests"] if not g["alive"]] == ["Lia"]
        )
    )
    assert dead is not None


def test_sand_falls_on_the_page_by_itself(box: Box) -> None:
    """Nothing is sent while it falls; whoever comes later is told how much is left."""
    host, screen = box.host(), box.visitor().live("screen")
    for said in ("press", "press"):
        host.does(said)
    host.does("nobody_died")
    host.does("press")
    host.does("press")  # now, and not when the butler has finished
    state = screen.until(lambda message: message["is"] == "state" and message["room"]["sand"] is not None)
    sent = len(screen.texts)
    box.clock.skipped += 20.0
    host.put("/api/pad", votes=[])
    host.post("/api/box", volume=40)
    assert host.state("screen")["room"]["sand"]["left"] < state["room"]["sand"]["left"] - 19
    assert len(screen.texts) == sent
    host.does("time_added", seconds=-10)
    screen.until(lambda message: message["is"] == "state" and (message["room"]["sand"] or {}).get("total") == 50)


def screamed(message: Mapping[str, Json]) -> bool:
    return message.get("do") == "effect" and any("scream_" in clip for clip in message["clips"])


def test_a_twin_that_sounds_is_told_which_files_and_in_the_dark_only_to_hush(open_box: OpenBox) -> None:
    box = open_box(murder(guest_list(12), discussion=60))
    host, twin = box.host(), box.twin()
    line = twin.live("twin")
    host.post("/api/box", sound_by="page")
    host.does("press")
    said = line.until(lambda message: message.get("do") == "say", "a sentence")
    assert said["clips"]
    for clip in said["clips"]:
        answer = twin.get(clip)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/ogg")
        assert box.visitor().get(clip).status_code == 401
    host.does("press")
    line.until(lambda message: message.get("do") == "call" and "top_stop" in message["clips"][0], "TOP")
    line.until(lambda message: message.get("do") == "say" and any("eyes_open" in clip for clip in message["clips"]))
    line.until(lambda message: message["is"] == "state" and message["room"]["dark"])
    before = len(line.texts)
    host.does("tapped", victim="Cid", killer="Ana")
    host.does("take_back")
    host.does("put_back")
    until(lambda: len(line.texts) > before, "the hush")
    box.let_pass("mourning")
    line.until(screamed, "the scream")
    after = line.messages[before:]
    night = after[: next(n for n, message in enumerate(after) if screamed(message) or message["is"] == "state")]
    assert {message.get("do") for message in night if message["is"] == "signal"} <= {
        "hush",
        "bed",
        "interrupt",
        "say",
        None,
    }
    spoken = [clip for message in night if message.get("do") == "say" for clip in message["clips"]]
    assert all("eyes_open" in clip for clip in spoken)  # after the step back, what had been said; nothing else


def news(line: LiveLine) -> list[Json]:
    return [message for message in line.messages if message["is"] != "alive"]


def test_a_kiss_that_is_taken_back_is_told_to_the_hosts_phone_alone(open_box: OpenBox) -> None:
    box = open_box(murder(guest_list(12, Cid="charmer"), discussion=60))
    host = box.host()
    told = host.live("host")
    others = [box.visitor().live("screen"), box.twin().live("twin"), box.guest("Hal").live("card")]
    steps: dict[str, Json] = {"murder": {"is_": "nobody_died"}}
    steps["counting"] = {"is_": "hands_counted", "votes": [["Gus", 5], ["Ida", 4]]}
    while (beat := host.state()["host"]["beat"]) != "turning":
        host.does(**steps.get(beat, {"is_": "press"}))
    for line in others:
        line.until(lambda message: message["is"] == "state" and message["room"]["beat"] == "turning")
    before = [news(line) for line in others]
    for said, word in (("kissed", "noted"), ("take_back", "forgotten"), ("put_back", "noted")):
        told.texts.clear()
        host.does(said, **({"name": "Hal"} if said == "kissed" else {}))
        told.until(lambda message, word=word: message.get("what") == word, word)  # type: ignore[misc]  # each its own
    assert [news(line) for line in others] == before
