"""Assassin by card exchange: two to five players, first to five points."""
