"""The questions of guests who join, of the host who lets them in, and of the list that is being written."""

from __future__ import annotations

from majordome.web import messages
from majordome.web.drafts import Draft
from majordome.web.handlers_joining import JoiningHandlers
from majordome.web.routes import Route


def routes_of_the_door(joining: JoiningHandlers) -> tuple[Route, ...]:
    """The routes by which guests come in by the code of the room, and a host lets them."""
    host, guest = ("host",), ("card",)
    return (
        Route(
            method="GET",
            path="/api/doorstep",
            answer=joining.stands,
            summary="how it stands with a phone that asks to be a guest's",
            gives=messages.AtTheDoor,
        ),
        Route(
            method="POST",
            path="/api/doorstep",
            answer=joining.knock,
            summary="a phone asks to be a guest's; a host must let it in",
            takes=messages.Knock,
            gives=messages.AtTheDoor,
            succeeds=(202,),
            refuses=(409, 422),
        ),
        Route(
            method="POST",
            path="/api/doorstep/answer",
            answer=joining.answer,
            summary="let one in, send one away, or all",
            who=host,
            takes=messages.DoorAnswer,
            gives=messages.DoorLeft,
            refuses=(404, 409),
        ),
        Route(
            method="PUT",
            path="/api/doorstep",
            answer=joining.wish,
            summary="open the door to guests, or close it",
            who=host,
            takes=messages.DoorWish,
        ),
        Route(
            method="PUT",
            path="/api/draft",
            answer=joining.draft,
            summary="the guest list as far as it is written",
            who=host,
            takes=Draft,
            refuses=(409,),
        ),
        Route(
            method="POST",
            path="/api/card/leave",
            answer=joining.leave,
            summary="this phone is that guest's no more",
            who=guest,
        ),
        Route(
            method="POST",
            path="/api/card/shown",
            answer=joining.show,
            summary="one guest's card, for a guest without a phone; ask while a finger is held",
            who=host,
            takes=messages.Invite,
            refuses=(404,),
        ),
    )
