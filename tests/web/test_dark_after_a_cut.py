"""After a power cut in the dark the room knows what it knew when the lights went out, and no more."""

from __future__ import annotations

from pathlib import Path

from majordome.games.murder.testing import guest_list
from web.boxes import Box, Json, murder

EVENING = murder(guest_list(12, Cid="heart"), discussion=60)


def of_dora(box: Box) -> Json:
    room = box.visitor().state("screen")["room"]
    return room["beat"], dict(map(tuple, room["seats"]))["Dora"]


def test_a_guest_who_was_taken_out_in_the_dark_shows_only_after_the_scream(tmp_path: Path) -> None:
    box = Box(tmp_path, EVENING)
    try:
        host = box.host()
        host.does("press")
        host.does("press")  # the murderers choose
        host.does("killed", name="Dora")
        assert of_dora(box) == ("dark", [])
    finally:
        box.close()
    again = Box(tmp_path, EVENING, resume=True)
    try:
        assert of_dora(again) == ("dark", [])
        host = again.host()
        host.does("press")
        again.let_pass("naming")
        assert of_dora(again)[1] == ["dead"]
    finally:
        again.close()
