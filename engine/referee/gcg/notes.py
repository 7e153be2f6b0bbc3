"""Notes in GCG for acts without an event: those of the variants (RULES V2, V4, V5, V6, V8).

A file with such acts tells the whole game to a reader, with all scores; no program can play it again from the
file.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.formats.gcg import EventKind, GcgEvent
from engine.referee.acts import End, Place, Recycle, Thematic
from engine.referee.game import Step
from engine.referee.runs import square_text
from engine.tiles import BLANK, BLANK_FLAG


def notes_of(step: Step) -> Iterator[str]:
    """Yield the notes of an act besides its event; in English, as all of GCG."""
    act, before = step.act, step.before
    tiles, convention = before.tiles, before.convention
    if isinstance(act, Place) and act.rearranged:
        reference, word = act.rearranged.text(tiles, convention)
        yield f"Before this play {word} at {reference} was rearranged."
    elif isinstance(act, Recycle):
        lying = before.board.cells[act.square]
        taken, given = (
            tiles.decode_rack([BLANK if lying & BLANK_FLAG else lying]),
            tiles.decode_rack([act.tile]),
        )
        square = square_text(act.square, convention)
        yield f"{before.name(act.player)} takes {taken} from {square} for {given}."
    elif isinstance(act, Thematic):
        words = ", ".join(tiles.decode(word) for word in act.words)
        yield f"On the theme “{before.settings.theme}”: {words}."
    elif isinstance(act, End) and before.at_target is not None:
        yield f"{before.name(before.at_target)} is at the finish line."


def with_theme_points(events: list[GcgEvent], step: Step, nick: str) -> list[GcgEvent]:
    """Add the points that the table gives for the theme to the play, and to its player's totals since."""
    gained = zip(step.after.scores, step.before.scores, strict=True)
    points = sum(after - before for after, before in gained)  # only this player's score has changed
    moves = (
        place for place, event in enumerate(events) if event.kind is EventKind.MOVE and event.player == nick
    )
    latest = max(moves)
    return [
        event
        if place < latest or event.player != nick
        else replace(event, score=event.score + points * (place == latest), total=event.total + points)
        for place, event in enumerate(events)
    ]
