"""What comes in from the room: words, gestures, chairs. Inputs only say what they heard; the prompter decides."""
