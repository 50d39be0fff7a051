"""The parts lists: what to buy, in the words of a shop, and where each part stands on the list."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

PARTS = Path(__file__).parent.parent / "parts"
COLUMNS = ["key", "part", "quantity", "what for", "EUR each", "type this into a shop", "sold by", "instead"]
PRICED = "November 2026"  # typical prices of one piece, without post; no offer
# Who sells it: each part has two kinds of vendor at least
VENDORS = {
    "M": "maker shop (BerryBase, Kubii, Pimoroni, Adafruit)",
    "D": "distributor of parts (Reichelt, Conrad, Farnell, Mouser, DigiKey)",
    "O": "online market place (AliExpress, eBay, Amazon)",
    "H": "hardware or craft shop in your street",
    "C": "computer shop",
    "P": "printing service (or a friend, a fab lab, a library)",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a parts list; its number is the one on the exploded view."""

    number: int
    key: str
    part: str
    quantity: int
    what_for: str
    price: float
    ask_for: str
    sold_by: str
    instead: str


def parts_list(build: str) -> list[Part]:
    """The parts list of a build."""
    with (PARTS / f"{build}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    if head != COLUMNS:
        raise ValueError(f"parts/{build}.csv has other columns: {head}")
    return [
        Part(number, key, part, int(count), why, float(price), *words)
        for number, (key, part, count, why, price, *words) in enumerate(rows, 1)
    ]


def numbers(build: str) -> dict[str, int]:
    """Key -> its number."""
    return {part.key: part.number for part in parts_list(build)}
