"""Masks and snakes: the players hold the cards, the box holds the circle, the doors and the turns."""
