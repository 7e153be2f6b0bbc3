"""Capitals in the lines of a word list: those of names and abbreviations, or of a list in capitals."""

import re
from collections import Counter
from itertools import pairwise

# A definition may follow it.
_FIRST_WORD = re.compile(r"[^\W\d_]+")


def has_capital_in_front(line: str) -> bool:
    """Tell whether a line begins with a capital and goes on in small letters, as names do."""
    return line[:1].isupper() and line[1:2].islower()


def is_abbreviation(line: str) -> bool:
    """Tell whether a capital of a line follows a letter (ADN, GmbH, kW), or is the whole line."""
    if line.islower():
        return False
    return any(capital.isupper() and before.isalpha() for before, capital in pairwise(line)) or (
        len(line) == 1 and line.isupper()
    )


def most_have_capitals(lines: list[str]) -> bool:
    """Tell whether most lines have a capital in front: then it is a way of writing, and says nothing."""
    counted = Counter(has_capital_in_front(line) for line in lines)
    return counted[True] > counted[False]


def most_are_capitals(lines: list[str]) -> bool:
    """Tell whether most lines begin with a word in capitals, as lists of games do: then none is an abbreviation."""
    firsts = (_FIRST_WORD.match(line.strip()) for line in lines)
    return 2 * sum(first is not None and first[0].isupper() for first in firsts) > len(lines)
