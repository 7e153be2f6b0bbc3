"""Numbers in a row, such as tables, as text."""

from collections.abc import Sequence


def range_text(numbers: range) -> str:
    """Return a range of numbers as text, such as 1–12, or 7."""
    return str(numbers.start) if len(numbers) == 1 else f"{numbers.start}–{numbers.stop - 1}"


def ranges_text(numbers: Sequence[int]) -> str:
    """Return numbers as text, such as 1–3, 7, 9–12; they are in order."""
    runs: list[range] = []
    for number in numbers:
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return ", ".join(range_text(run) for run in runs)
