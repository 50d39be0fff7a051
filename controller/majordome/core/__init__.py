"""What every game shares: events, cues, beats, the prompter, the journal, the stage. It knows no game by name."""
