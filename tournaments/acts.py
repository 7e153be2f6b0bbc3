"""An act of an audit log as a value. Each log has its list: `duplicate.log.actions`, `tournaments.events.actions`
and `tournaments.classic.acts.actions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from django.utils.functional import Promise
from django.utils.text import capfirst


@dataclass(frozen=True, slots=True)
class Action:
    """An act of a log. `text` is its sentence, with places for the parameters of its row."""

    code: str
    text: Promise

    def sentence(self, params: Mapping[str, object]) -> str:
        """Return the act as a sentence in the language in force."""
        return capfirst(str(self.text)).format(**params)

    def phrase(self, params: Mapping[str, object]) -> str:
        """Return the act as it stands inside a sentence."""
        return str(self.text).format(**params)


class ChangesDocuments(Protocol):
    """An act that may change a fact on documents."""

    @property
    def visible_on(self) -> Enum | None: ...


def codes_changing(actions: Mapping[str, ChangesDocuments], *facts: Enum) -> frozenset[str]:
    """Return the codes of those acts that change one of these facts."""
    return frozenset(code for code, action in actions.items() if action.visible_on in facts)
