"""The speaker: which sounds there are, and how they are mixed and played."""
