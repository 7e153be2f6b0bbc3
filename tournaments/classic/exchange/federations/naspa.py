"""NASPA's file of results: the lines of tsh with the name of each division before them. Pure.

Source: *Submitting tournament results*, NASPA's wiki (scrabbleplayers.org), *No software*: plain ASCII, a player a line
with family name, given name, the number at NASPA after a colon, the rating, opponents and scores; `0` is a bye, whose
score is the spread. Its own example has `#ratingcheck off`, since ratings may have changed meanwhile.
"""

from tournaments.classic.exchange.tsh.writer import codes_of, division_text
from tournaments.classic.exchange.values import FileEvent


def write_naspa(event: FileEvent) -> str:
    """Return the text that NASPA takes for an event with all its divisions."""
    parts = [
        f"#division {code}\n#ratingcheck off\n{division_text(division, for_naspa=True)}"
        for code, division in zip(codes_of(event), event.divisions, strict=True)
    ]
    return "".join(parts)
