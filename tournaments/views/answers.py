"""Answers to the questions about the people of a list (`tournaments.people.imports.questions`)."""

from django.http import HttpRequest

LONGEST_ANSWER = 100


def read_answers(request: HttpRequest) -> dict[str, str]:
    """Return the answers of a submitted form by the name of their question."""
    return {
        name.removeprefix("who-"): text[:LONGEST_ANSWER].strip()
        for name, text in request.POST.items()
        if name.startswith("who-") and isinstance(text, str)
    }
