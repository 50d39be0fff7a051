"""A whole short game of parasites, classic, by phones alone: laid and drawn, shots, a declaration, and the centre."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.card_games import Table
from browser.party import OpenParty

NAMES = ("Ana", "Bob", "Cid")


def lay(table: Table) -> None:
    """Everyone lays and draws; the last one brings the drums, and TOP."""
    for number, (name, words) in enumerate(
        zip(NAMES, ("Laid and drawn", "Posé et pioché", "Laid and drawn"), strict=True)
    ):
        expect(table.screen.page.locator(".lies.facedown")).to_have_count(number)
        table.tap(name, words)
    expect(table.screen.page.locator(".lies.faceup")).to_have_count(3)


def turn_of(table: Table, name: str) -> None:
    """The table points at whose card it is."""
    expect(table.screen.page.locator(f'.plaque[data-name="{name}"]')).to_have_class(re.compile(r"\bturn\b"))
    expect(table.screen.page.locator(".pointer")).to_have_count(1)


@pytest.mark.real_time("five phones and a television draw at once")
def test_all_together_and_nobody_false_is_left(party: OpenParty) -> None:
    table = Table(party, "parasites", *NAMES, settings="agreeing = 120", speed=4)
    table.french("Bob")
    screen = table.screen.page
    table.tap("Ana", "Begin")
    table.tap("Cid", "Bob")  # who holds the token
    expect(screen.locator('.plaque[data-name="Bob"] .token')).to_have_count(1)
    table.tap("Cid", "All is laid out")
    expect(screen.locator("#day")).to_have_text("Round 1")
    expect(screen.locator(".character")).to_have_count(6)
    lay(table)

    # Bob shoots a real one: a light on the pile, a card goes, a character comes.
    turn_of(table, "Bob")
    table.tap("Bob", "Un tir")
    expect(screen.locator("line.aim")).to_have_count(1)
    table.tap("Bob", "Un vrai")
    expect(screen.locator(".failures .pip.lit")).to_have_count(1)
    table.tap("Bob", "Pénalités : une carte part, un personnage arrive")
    expect(screen.locator(".character")).to_have_count(6)
    table.tap("Bob", "Ma carte est jouée")

    # Cid shoots a parasite; Ana does nothing.
    turn_of(table, "Cid")
    table.tap("Cid", "A shot")
    table.tap("Cid", "A parasite")
    expect(screen.locator(".character")).to_have_count(5)
    table.tap("Cid", "My card is done")
    turn_of(table, "Ana")
    table.tap("Ana", "My card is done")

    # The token goes to the left; somebody declares too early, and is alone with it.
    expect(screen.locator("#day")).to_have_text("Round 2")
    expect(screen.locator('.plaque[data-name="Cid"] .token')).to_have_count(1)
    table.tap("Bob", "Il ne reste aucun parasite\u00a0!")
    expect(screen.locator(".opinion")).to_contain_text("Bob")
    table.tap("Ana", "I do not agree")
    expect(screen.locator('.plaque[data-name="Ana"]')).to_have_class(re.compile(r"\bno\b"))
    table.tap("Cid", "I do not agree")
    expect(screen.locator(".opinion")).to_have_count(0)
    expect(screen.locator("#foot")).to_have_text("Bob declares; agreed: 1, too few")

    # After the cards of this round they agree, and all are real.
    lay(table)
    turn_of(table, "Cid")
    table.tap("Ana", "No parasite is left!")
    table.tap("Bob", "Je suis d’accord")
    expect(screen.locator(".opinion.enough .pip.lit")).to_have_count(2)
    table.tap("Cid", "I do not agree")
    table.tap("Cid", "All real")
    table.screen.at("You have won, all of you")
    expect(screen.locator("#own .feast .flame")).to_have_count(3)
    table.phones["Bob"].says("C’est fini\u00a0: vous tous, ensemble.")
