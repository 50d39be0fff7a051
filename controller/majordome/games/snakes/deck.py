"""Which cards are in the game, by the number of players."""

from __future__ import annotations

FEWEST, MOST = 3, 6
HIGHEST = {3: 5, 4: 6, 5: 8, 6: 9}  # masks from 0, night and day cards from 1
SNAKES = {3: 1, 4: 2, 5: 2, 6: 3}
OFFERS = 3  # the third must be taken
SMALLEST_LEAVES_FROM = 5  # players: then each round costs the circle a day
