"""What every game shares: events, cues, beats, the prompter, the journal, the stage. It knows no game by name."""

from majordome.core.lean_import import import_lean

# It wants three names that Python's own `typing` has, too, and would take along `inspect`, `ast` and `dis`: a tenth of
# a rehearsal.
import_lean("msgspec", "typing_extensions")
