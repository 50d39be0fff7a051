"""How the guide writes a value: 470 Ω, 2.2 kΩ, 100 nF, 3.95 mA."""

from __future__ import annotations

import nets


def ma(ampere: float) -> str:
    milli = ampere * 1000
    return f"{milli:.0f} mA" if milli >= 100 else f"{milli:.3g} mA"


def ohm(value: float) -> str:
    for size, unit in ((1e6, "MΩ"), (1e3, "kΩ")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} Ω"


def value_of(name: str) -> str:
    """What a part of the props board is."""
    value = nets.VALUES[name]
    if isinstance(value, str):
        return value
    if name[0] == "R":
        return ohm(value)
    return f"{value * 1e9:g} nF" if value < 1e-6 else f"{value * 1e6:g} µF"


def table(*rows: tuple[str, ...]) -> str:
    head, *rest = rows
    lines = [head, tuple("---" for _ in head), *rest]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)
