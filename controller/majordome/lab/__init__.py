"""The balance lab: thousands of evenings by dice, and what they say of a game. Knows games by name only."""
