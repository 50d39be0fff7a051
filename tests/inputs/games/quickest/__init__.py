"""A game for tests."""
