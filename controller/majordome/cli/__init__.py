"""The command line: its words, and what each of them does."""
