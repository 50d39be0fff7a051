"""Who is invited, and how a guest gets a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from browser.party import Party
from browser.phones import CardPhone, HostPhone

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def guest_list(names: Sequence[str], **roles: str) -> str:
    """A file as a host writes it; with roles, whoever is not named is a plain guest."""
    cards = {name: f'role = "{roles.get(name, "guest")}"' if roles else "" for name in names}
    return "\n".join(f'[[guests]]\nname = "{name}"\n{card}' for name, card in cards.items())


def offered(host: HostPhone, name: str) -> str:
    """The host shows this guest's code: the link that it holds."""
    with host.page.expect_response("**/api/invitations") as answer:
        host.page.locator("main .list").get_by_role("button", name=name).tap()
    expect(host.page.locator("#sheet")).to_contain_text(f"{name}, scan this")
    return str(answer.value.json()["url"])


def invite(party: Party, host: HostPhone, *names: str, **more: Any) -> list[CardPhone]:
    """Each of them scans a code, and holds a card."""
    cards = []
    host.tab("Cards")
    for name in names:
        cards.append(party.card(offered(host, name), **more))
        expect(host.page.locator("#sheet")).to_contain_text(f"{name} has the card")
        expect(cards[-1].page.locator("h1")).to_have_text(name)
        host.tap("Close")
    host.tab("Evening")
    return cards
