"""One root, one leader: a second one says so and is silent; one that comes back leads on."""

from __future__ import annotations

from majordome.games.murder.testing import an_evening
from majordome.rooms.leadership import Leadership, claim_of
from majordome.rooms.topics import Topics
from majordome.settings.rooms import Mqtt
from rooms.broker import Broker, Spy, until
from rooms.house import House

HALL, TOWER = "a" * 16, "b" * 16


class Box:
    """Its leadership, and what came of it."""

    def __init__(self, box: str, machine: str, now: float) -> None:
        self.told: list[str] = []
        self.topics = Topics("majordome", box)
        self.leadership = Leadership(
            self.topics,
            machine,
            wall=lambda: now,
            leads=lambda: self.told.append("leads"),
            yields=lambda other: self.told.append(f"yields to {other}"),
        )
        self.leadership.begin()


def test_a_box_that_hears_of_nobody_leads() -> None:
    box = Box("hall", HALL, 1.0)
    assert not box.leadership.leading
    box.leadership.settled()
    assert box.told == ["leads"]


def test_a_box_that_comes_second_yields_until_the_first_is_off() -> None:
    first, second = Box("hall", HALL, 1.0), Box("tower", TOWER, 2.0)
    first.leadership.settled()
    second.leadership.heard("majordome/leader", first.leadership.claim())
    second.leadership.heard("majordome/hall/status", b"online")
    second.leadership.settled()
    assert second.told == ["yields to hall"]
    second.leadership.heard("majordome/hall/status", b"offline")
    assert second.told == ["yields to hall", "leads"]


def test_what_a_box_that_is_off_has_left_behind_holds_nobody_up() -> None:
    first, second = Box("hall", HALL, 1.0), Box("tower", TOWER, 2.0)
    first.leadership.settled()
    for topic, payload in (("majordome/hall/status", b"offline"), ("majordome/leader", first.leadership.claim())):
        second.leadership.heard(topic, payload)
    second.leadership.settled()
    assert second.told == ["leads"]


def test_a_box_that_was_killed_and_comes_back_leads_on_at_once() -> None:
    before, after = Box("hall", HALL, 1.0), Box("hall", HALL, 9.0)
    before.leadership.settled()
    after.leadership.heard("majordome/leader", before.leadership.claim())
    after.leadership.heard("majordome/hall/status", b"online")  # the broker has not noticed yet
    after.leadership.settled()
    assert after.told == ["leads"]


def test_where_a_broker_has_forgotten_both_the_older_one_leads_on() -> None:
    old, young = Box("hall", HALL, 1.0), Box("tower", TOWER, 2.0)
    for box in (young, old):
        box.leadership.settled()
    old.leadership.heard("majordome/leader", young.leadership.claim())
    old.leadership.heard("majordome/tower/status", b"online")
    assert old.leadership.leading
    assert old.told == ["leads", "leads"]  # it says so again
    young.leadership.heard("majordome/leader", old.leadership.claim())
    young.leadership.heard("majordome/hall/status", b"online")
    assert young.told == ["leads", "yields to hall"]


def test_a_claim_with_nobody_behind_it_holds_nobody_up() -> None:
    box = Box("hall", HALL, 1.0)
    box.leadership.settled()
    box.leadership.heard("majordome/leader", b'{"box":"ghost","machine":"x","since":0}')
    assert box.told == ["leads"]


def test_nonsense_is_no_claim() -> None:
    for payload in (b"", b"[]", b"{}", b'{"box":"x"}', b'{"box":1,"machine":"m","since":1}', b"\xff", b"nan"):
        assert claim_of(payload) is None


def test_two_boxes_that_lead_on_one_root_are_one_too_many(broker: Broker, spy: Spy) -> None:
    where = Mqtt(broker="127.0.0.1", port=broker.port, box="hall")
    first = House(an_evening("weekend"), where, machine=HALL)
    until(lambda: spy.last("majordome/leader"), "the first never says that it leads")
    second = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=broker.port, box="tower"), machine=TOWER)
    second.take()
    assert [(notice.what, notice.names) for notice in second.notices] == [("two_leaders", ("hall", "majordome"))]
    second.press()
    second.leader_link.outbox.is_empty()
    first.press()
    until(lambda: spy.all("majordome/hall/event/round"))
    assert [topic for topic, _ in spy.heard if topic.startswith("majordome/tower/") and "echo" not in topic] == []
    first.close()
    second.connected()
    until(lambda: spy.last("majordome/tower/status") == b"online")
    second.close()


def test_two_boxes_of_one_name_do_not_speak_for_each_other(broker: Broker, spy: Spy) -> None:
    where = Mqtt(broker="127.0.0.1", port=broker.port)
    first = House(an_evening("weekend"), where, machine=HALL)
    until(lambda: spy.last("majordome/leader"), "the first never says that it leads")
    second = House(an_evening("weekend"), where, machine=TOWER)
    second.take()
    assert second.notices[0].what == "two_leaders"
    second.close()  # nothing that it says may look as if the first were off
    first.press()
    until(lambda: spy.all("majordome/box/event/round"))
    assert spy.last("majordome/box/status") == b"online"
    first.close()


def test_a_forged_claim_is_put_right_so_that_satellites_know_whom_to_follow(broker: Broker, spy: Spy) -> None:
    house = House(an_evening("weekend"), Mqtt(broker="127.0.0.1", port=broker.port), machine=HALL).connected()
    ours = until(lambda: spy.last("majordome/leader"))
    for forged in (b'{"box":"ghost","machine":"x","since":0}', b"", b"nonsense"):
        spy.heard.clear()
        spy.say("majordome/leader", forged, retain=True)
        until(lambda: spy.last("majordome/leader") == ours, "it lets somebody else's claim stand")
    assert house.leader_link.leadership.leading
    house.close()
