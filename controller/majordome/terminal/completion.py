"""Completion for the host's command line: first a command, then guests by the beginning of their name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document


class HostCompleter(Completer):
    """Commands and names."""

    def __init__(self, commands: Callable[[], Sequence[str]], names: Callable[[], Sequence[str]]) -> None:
        self._commands = commands
        self._names = names

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What the last word may become."""
        typed = document.text_before_cursor
        word = typed.rsplit(" ", 1)[-1]
        choices = self._names() if " " in typed.lstrip() else self._commands()
        for choice in choices:
            if word and choice.casefold().startswith(word.casefold()):
                yield Completion(choice, start_position=-len(word))
