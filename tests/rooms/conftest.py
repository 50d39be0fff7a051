from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rooms.broker import MOSQUITTO, Broker, Spy


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    if MOSQUITTO is None:
        pytest.skip("no mosquitto: sudo apt install mosquitto")
    with Broker(tmp_path) as broker:
        yield broker


@pytest.fixture
def spy(broker: Broker) -> Iterator[Spy]:
    spy = Spy(broker.port)
    yield spy
    spy.close()
