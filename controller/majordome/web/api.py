"""Every question a page may ask, in one list."""

from __future__ import annotations

from majordome.web import messages
from majordome.web.handlers import Desk
from majordome.web.handlers_joining import Doorman
from majordome.web.handlers_players import PlayersDesk
from majordome.web.routes import Route
from majordome.web.routes_joining import routes_of_the_door
from majordome.web.sounds import Sounds
from majordome.words.narrator import LANGS

VIEWS = ("host", "card", "screen", "twin")
LANG = (("lang", LANGS),)


def routes_of(desk: Desk, players: PlayersDesk, doorman: Doorman, sounds: Sounds) -> tuple[Route, ...]:
    """The API."""
    host, guest, body = ("host",), ("card",), ("twin", "host")
    return (
        *routes_of_the_door(doorman),
        Route(method="GET", path="/api/words", answer=desk.words, summary="every text", query=LANG),
        Route(method="GET", path="/api/game", answer=desk.game, summary="the game that is played: colours, pages"),
        Route(
            method="GET", path="/api/me", answer=desk.me, summary="who asks", gives=messages.Me, query=(("as", VIEWS),)
        ),
        Route(
            method="GET",
            path="/api/state",
            answer=desk.state,
            summary="the whole state, as the live line tells it",
            query=(("as", VIEWS),),
        ),
        Route(
            method="GET", path="/api/join", answer=desk.join, summary="where the host's page is", gives=messages.Join
        ),
        Route(
            method="POST",
            path="/api/pair",
            answer=desk.pair,
            summary="a phone becomes a host's; 202: a host must let it in",
            takes=messages.Pair,
            gives=messages.Me,
            succeeds=(200, 202),
        ),
        Route(
            method="POST",
            path="/api/pair/aloud",
            answer=desk.code_aloud,
            summary="a box without a screen says its code, as long as nobody leads",
            refuses=(409,),
        ),
        Route(
            method="POST",
            path="/api/say",
            answer=desk.say,
            summary="the host says something for one moment of the evening",
            who=host,
            takes=messages.Say,
            gives=messages.Said,
            refuses=(409, 503),
        ),
        Route(
            method="GET",
            path="/api/secrets",
            answer=desk.secrets,
            summary="the cards; ask while a finger is held",
            who=host,
        ),
        Route(
            method="POST",
            path="/api/hosts",
            answer=desk.let_in,
            summary="let another host in, or send one away",
            who=host,
            takes=messages.LetIn,
            refuses=(404,),
        ),
        Route(method="POST", path="/api/leave", answer=desk.leave, summary="forget this phone", who=host),
        Route(method="GET", path="/api/evening", answer=desk.evening, summary="the evening's settings", who=host),
        Route(
            method="POST",
            path="/api/evening",
            answer=desk.another_evening,
            summary="another evening, with this guest list",
            who=host,
            takes=messages.NewEvening,
            gives=messages.Said,
            refuses=(409, 422, 503),
        ),
        Route(
            method="POST",
            path="/api/odds",
            answer=desk.odds,
            summary="the chances and the minutes of such an evening, as the lab has seen them; null where it has not",
            who=host,
            takes=messages.OddsWanted,
            gives=messages.OddsTold | None,
        ),
        Route(
            method="POST",
            path="/api/invitations",
            answer=desk.invite,
            summary="a private link for a guest",
            who=host,
            takes=messages.Invite,
            gives=messages.Link,
            refuses=(404,),
        ),
        Route(
            method="GET",
            path="/api/wifi",
            answer=desk.wifi,
            summary="the box's own Wi-Fi, for the guests' phones; null where it has none",
            who=host,
            gives=messages.OwnWifi | None,
        ),
        Route(
            method="PUT",
            path="/api/pad",
            answer=desk.pad,
            summary="the counting pad so far",
            who=host,
            takes=messages.Pad,
            refuses=(422,),
        ),
        Route(
            method="POST",
            path="/api/box",
            answer=desk.box,
            summary="volume, language, voice, who sounds, ballots on phones",
            who=body,
            takes=messages.BoxWishes,
            refuses=(422,),
        ),
        Route(
            method="GET",
            path="/api/ledger",
            answer=desk.ledger,
            summary="when the game is over: who has played and won so far; chances and hints for the host alone",
            gives=messages.LedgerTold,
            query=LANG,
            refuses=(503,),
        ),
        Route(
            method="GET",
            path="/api/account",
            answer=desk.account,
            summary="the evening as it was",
            who=host,
            gives=messages.Account,
            query=LANG,
            refuses=(503,),
        ),
        Route(
            method="GET",
            path="/api/account.txt",
            answer=desk.account_file,
            summary="the same, to save",
            who=host,
            content="text/plain; charset=utf-8",
            query=LANG,
            refuses=(503,),
        ),
        Route(
            method="POST",
            path="/api/card/claim",
            answer=players.claim,
            summary="the first phone that shows the token gets the card",
            takes=messages.Claim,
            gives=messages.Me,
            refuses=(410,),
        ),
        Route(
            method="GET",
            path="/api/card",
            answer=players.card,
            summary="one's own card; ask while a finger is held",
            who=guest,
            refuses=(409, 410),
        ),
        Route(
            method="POST",
            path="/api/answer",
            answer=players.answer,
            summary="a guest's phone answers what is asked of that guest",
            who=guest,
            takes=messages.Answer,
            gives=messages.Said,
            refuses=(409, 503),
        ),
        Route(
            method="POST",
            path="/api/buzz",
            answer=players.buzz,
            summary="a guest's phone is slammed like a buzzer",
            who=guest,
            takes=messages.Buzzed,
            gives=messages.Said,
            refuses=(409, 503),
        ),
        Route(
            method="POST",
            path="/api/twin/claim",
            answer=players.claim_twin,
            summary="the page that the box opened is its twin",
            takes=messages.Claim,
            gives=messages.Me,
            refuses=(410,),
        ),
        Route(
            method="POST",
            path="/api/twin/button",
            answer=players.button,
            summary="the twin's button goes down or up",
            who=body,
            takes=messages.Edge,
            refuses=(409,),
        ),
        Route(
            method="POST",
            path="/api/twin/chair",
            answer=players.chair,
            summary="somebody sits down on the twin's chair, or stands up",
            who=body,
            takes=messages.Seat,
            gives=messages.Said,
            refuses=(409, 503),
        ),
        Route(
            method="POST",
            path="/api/twin/buzz",
            answer=players.twin_buzz,
            summary="a player's buzzer on the twin is slammed",
            who=body,
            takes=messages.TwinBuzzed,
            gives=messages.Said,
            refuses=(404, 409, 503),
        ),
        Route(
            method="GET",
            path="/sounds/{folder}/{file}",
            answer=sounds.take,
            summary="a sound for the twin's page",
            who=body,
            content="audio/*",
            refuses=(404,),
        ),
    )
