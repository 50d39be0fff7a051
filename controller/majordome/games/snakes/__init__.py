"""Masks and snakes: bluff by card exchange, from night to day."""
