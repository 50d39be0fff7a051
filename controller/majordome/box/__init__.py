"""Puts an evening, its props, its pages and its host together."""
