"""What every game shares: events, cues, beats, the prompter, the journal, the stage. It knows no game by name."""

from majordome.lean_imports import lean

# It wants three names that Python's own `typing` has, too, and would take along `inspect`, `ast` and `dis`: a tenth of
# a rehearsal.
lean("msgspec", "typing_extensions")
