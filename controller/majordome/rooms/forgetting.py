"""`majordome rooms forget`: nothing of this box is left on the broker, and Home Assistant knows it no more."""

from __future__ import annotations

import time
from threading import Event

from majordome.errors import FileError
from majordome.rooms.connection import Arrived, BrokerLine
from majordome.rooms.discovery import topic_of
from majordome.rooms.leadership import claim_of
from majordome.rooms.outbox import BrokerOutbox, Message
from majordome.rooms.topics import Topics
from majordome.settings.rooms import Mqtt

PATIENCE = 10.0  # seconds
TAKING_DOWN = 1.0  # seconds: whoever shows the box shall have taken it down before its topics are empty


def forget(mqtt: Mqtt, machine: str) -> int:
    """How many retained messages were taken away. What other boxes left there is left alone."""
    topics, outbox, found = Topics(mqtt.root, mqtt.box), BrokerOutbox(), set[str]()
    echo, heard_all, why = f"{topics.own}/echo", Event(), ["it does not answer"]
    wanted = [f"{topics.own}/#", topics.leader]
    if mqtt.home_assistant:
        wanted += [topic_of(mqtt, "+", ""), topic_of(mqtt, "+", "+")]

    def heard(message: Arrived) -> None:
        if message.topic == echo:
            heard_all.set()
        elif message.retained and message.payload:
            claim = claim_of(message.payload) if message.topic == topics.leader else None
            if message.topic != topics.leader or (claim is not None and claim.box == mqtt.box):
                found.add(message.topic)

    line = BrokerLine(
        mqtt,
        f"majordome-forgets-{machine[:8]}",
        outbox,
        will=Message(echo, b""),
        topics=wanted,
        heard=heard,
        joined=lambda say: say(Message(echo, b"")),
        tell=lambda notice: why.append(notice.names[-1]),
    )
    line.start()
    try:
        if not heard_all.wait(PATIENCE):
            raise FileError(f"{mqtt.broker}: {why[-1]}: see [mqtt] in the settings")
        told = sorted(topic for topic in found if not topic.startswith(f"{mqtt.root}/"))
        for topic in told:
            outbox.lay(Message(topic, b"", retain=True))
        if told:
            time.sleep(TAKING_DOWN)
        for topic in found.difference(told):
            outbox.lay(Message(topic, b"", retain=True))
    finally:
        line.close()
    return len(found)
