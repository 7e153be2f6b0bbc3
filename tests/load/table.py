"""The figures of a run as one Markdown table."""

import statistics


def seconds(values):
    """Write p50, p95, p99 and the longest."""
    if not values:
        return "–"
    if len(values) == 1:
        return _second(values[0])
    hundredths = statistics.quantiles(values, n=100, method="inclusive")
    marks = (hundredths[49], hundredths[94], hundredths[98], max(values))
    return " / ".join(map(_second, marks))


def _second(value):
    return f"{value:.3f} s" if value < 1 else f"{value:.2f} s"


def megabytes(size):
    return f"{size / 1e6:.0f} MB"


def markdown(rows):
    return "\n".join(["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])
