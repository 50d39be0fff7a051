"""Whoever listens to every topic learns nothing that depends on a card, nor how long anybody took in the dark."""

from __future__ import annotations

from typing import Any

from majordome.core.events import Gesture, Wish
from majordome.games.murder.events import Kissed, NobodyDied, Tapped, Winked
from majordome.games.murder.testing import an_evening, guest_list
from majordome.rooms.connection import Arrived
from majordome.rooms.outbox import Message
from majordome.settings.rooms import Mqtt, Rooms, Rule
from rooms.broker import Broker, Spy, until
from rooms.house import NOWHERE, House, sent

RULES = Rooms(
    on=tuple(
        Rule(moment, "", f"lamps/{moment}", moment)
        for moment in ("top", "light", "scream", "death", "jail", "hourglass", "outcome", "pause")
    )
)


def a_house(where: Mqtt = NOWHERE, **roles: str) -> House:
    return House(an_evening("weekend", guest_list(14, known=True, **roles)), where, RULES)


def weekend(house: House) -> None:
    """The same evening for all who see it: a night, a day, and two votes."""
    house.murder("Kim")
    house.jail("Lia", "Max")
    house.murder("Noé")
    house.go_to("discussion")
    house.hold()
    house.press()
    house.jail("Ida", "Hal")
    house.go_to("walking")  # at the end the butler tells who it was, and may


def test_two_evenings_that_differ_only_in_the_murderers_are_the_same_bytes_on_the_wire(
    broker: Broker, spy: Spy
) -> None:
    heard = []
    for murderers in (("Ana", "Bob"), ("Cid", "Dora")):
        house = a_house(Mqtt(broker="127.0.0.1", port=broker.port), **dict.fromkeys(murderers, "murderer")).connected()
        all_is_heard(house, spy)
        house.performance.watchers.append(lambda house=house: until(house.leader_link.outbox.is_empty))  # type: ignore[misc]
        weekend(house)
        heard.append(all_is_heard(house, spy))
        house.close()
        until(lambda: spy.last("majordome/box/status") == b"offline")
    assert heard[0] == heard[1]
    assert len(heard[0]) > 40
    assert {"majordome/box/event/scream", "majordome/box/cue", "lamps/scream"} <= {topic for topic, _ in heard[0]}


def all_is_heard(house: House, spy: Spy) -> list[tuple[str, bytes]]:
    """All that was sent until now; a last word comes behind it."""
    until(house.leader_link.outbox.is_empty, "it is not sent")
    house.leader_link.outbox.lay(Message("the/end", b""))
    until(lambda: spy.all("the/end"), "the spy does not hear the end")
    heard = list(spy.heard)
    spy.heard.clear()
    return heard


def test_no_card_goes_over_the_wire_whatever_it_does() -> None:
    """Every special card acts; no message names a card, a kiss, a swap or who was spared."""
    house = a_house(Ana="murderer", Bob="murderer", Cid="charmer", Dora="heart", Eve="vampire", Fay="shortsighted")
    house.go_to("walking")
    house.press()
    house.say(Tapped("Eve", killer="Ana"))  # the vampire: a swap
    house.vote({"Gus": 5, "Hal": 4})
    house.go_to("turning")
    house.say(Kissed("Jo"))
    house.say(Winked("Fay"))  # spared
    house.go_to("discussion")
    everything = b"\n".join(message.topic.encode() + b" " + message.payload for message in sent(house)).lower()
    for word in (
        b'murderer"',
        b"charm",
        b"heart",
        b"vampire",
        b"short",
        b"kiss",
        b"swap",
        b"spared",
        b"countdown",
        b"killed_by",
    ):
        assert word not in everything, word


def test_between_top_and_scream_nothing_is_sent_whatever_the_host_does() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.go_to("walking")
    sent(house)
    house.press()
    first = sent(house)
    assert [message.topic for message in first if message.topic.startswith("lamps/")] == ["lamps/top", "lamps/light"]
    house.wait(3)
    house.say(Tapped("Kim"))  # now the victim counts
    house.wait(4)
    house.performance.hear(Gesture.HOLD)  # a pause, or a refusal: nobody may see either
    house.performance.hear(Gesture.PRESS)
    assert sent(house) == []
    if house.prompter.paused:
        house.performance.hear(Gesture.PRESS)
    house.wait(10)
    assert "majordome/box/event/scream" in [message.topic for message in sent(house)]


def test_a_night_without_a_victim_is_dark_for_the_wire_until_eyes_open() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.go_to("walking")
    house.press()
    sent(house)
    house.wait(9)
    assert sent(house) == []
    house.say(NobodyDied())
    topics = [message.topic for message in sent(house)]
    assert "majordome/box/state" in topics
    assert "majordome/box/event/scream" not in topics


def test_a_kiss_by_day_sends_nothing_at_all() -> None:
    house = a_house(Ana="murderer", Bob="murderer", Cid="charmer")
    house.go_to("walking")
    house.press()
    house.say(NobodyDied())
    house.vote({"Gus": 5, "Hal": 4})
    house.go_to("turning")
    sent(house)
    for said in (Kissed("Jo"), Wish.TAKE_BACK, Wish.PUT_BACK):
        house.say(said)
        assert sent(house) == []


def test_a_press_says_how_far_the_room_is_and_no_more() -> None:
    """Kisses and choices in the dark do not count: the number of steps is that of what everyone has seen."""
    steps = []
    for kissed in ((), ("Jo",)):
        house = a_house(Ana="murderer", Bob="murderer", Cid="charmer")
        house.go_to("walking")
        house.press()
        house.say(NobodyDied())
        house.vote({"Gus": 5, "Hal": 4})
        house.go_to("turning")
        for name in kissed:
            house.say(Kissed(name))
        house.say(NobodyDied())
        steps.append(house.leader_link.announcer.step)
    assert steps[0] == steps[1] > 10


def test_two_such_evenings_are_told_at_the_same_moments_too() -> None:
    """By the clock of the evening: not even the time of a message depends on who murders."""
    told = []
    for murderers in (("Ana", "Bob"), ("Cid", "Dora")):
        house = a_house(NOWHERE, **dict.fromkeys(murderers, "murderer"))
        times, lay = list[tuple[float, Message]](), house.leader_link.outbox.lay

        def noted(message: Message, house: House = house, times: Any = times, lay: Any = lay) -> None:
            times.append((house.clock.now(), message))
            lay(message)

        house.leader_link.outbox.lay = noted  # type: ignore[method-assign]  # with the time beside it
        house.go_to("walking")
        house.press()
        house.wait(6)
        house.say(Tapped("Kim", killer=murderers[0]))
        house.wait(10)
        house.jail("Lia", "Max")
        house.murder("Noé")
        house.go_to("discussion")
        house.hold()
        house.wait(20)
        house.press()
        house.go_to("walking")
        told.append(times)
    assert told[0] == told[1]
    assert len({moment for moment, _ in told[0]}) > 5


def test_a_language_that_is_chosen_in_the_dark_is_told_when_eyes_are_open() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.leader_link._tell_home(again=True)
    house.go_to("walking")
    house.press()
    sent(house)
    house.narrator.speak("fr")
    for look in house.performance.watchers:
        look()
    assert sent(house) == []
    house.say(NobodyDied())
    topics = [message.topic for message in sent(house)]
    assert "homeassistant/device/majordome_box/config" in topics


def home_comes(house: House) -> None:
    house.leader_link._heard(Arrived("homeassistant/status", b"online", retained=False))
    house.take_all()


def test_a_home_assistant_that_begins_anew_by_light_is_told_at_once() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.leader_link._tell_home(again=True)
    house.go_to("walking")
    sent(house)
    home_comes(house)
    assert [message.topic for message in sent(house)] == ["homeassistant/device/majordome_box/config"]
    for look in house.performance.watchers:
        look()
    assert sent(house) == []  # once


def test_a_home_assistant_that_begins_anew_in_the_dark_is_told_when_eyes_are_open() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.leader_link._tell_home(again=True)
    house.go_to("walking")
    house.press()
    sent(house)
    home_comes(house)
    assert sent(house) == []
    house.say(NobodyDied())
    assert "homeassistant/device/majordome_box/config" in [message.topic for message in sent(house)]


def test_a_press_is_told_once_and_another_language_is_no_press() -> None:
    house = a_house(Ana="murderer", Bob="murderer")
    house.go_to("walking")
    assert [message.topic for message in sent(house)].count("majordome/box/event/press") == 1
    house.narrator.speak("fr")
    for look in house.performance.watchers:
        look()
    topics = [message.topic for message in sent(house)]
    assert "majordome/box/state" in topics
    assert "majordome/box/event/press" not in topics
