"""SIGTERM may come at any instruction of the evening's own thread."""

from __future__ import annotations

from queue import Queue

from majordome.box.compose import _leave_soon
from majordome.core.evening_loop import LEAVE, Inputs


def test_a_box_that_is_told_to_leave_while_it_holds_its_queue_leaves() -> None:
    inputs: Inputs = Queue()
    with inputs.mutex:  # as in task_done(), when the signal came
        _leave_soon(inputs)
        assert not inputs.queue
    assert inputs.get(timeout=10) is LEAVE
