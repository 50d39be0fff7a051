"""The games, each a folder of its own. Nothing outside a folder knows what is in it."""
