"""Parasites: a hunt for false friends among the guests of a house, together or with secrets."""
