"""The script: what the arbitrator says to the room at each step, in the language of the event.

Invariant: it is for the desk alone. Before the announcement it has the top, as the desk has.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duplicate.desk.dashboard import Desk
from duplicate.positions.board_state import convention_of
from duplicate.positions.tops import RoundMove, is_no_top, top_of
from duplicate.standings.rules.ranking import Solo
from engine.notation import Reference
from engine.squares import Direction

# Tops that are written out; of more, the desk reads the chosen one from its list.
MOST_TOPS = 30


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A sentence to read out; `at` is the time on the clock for which it waits, `move` the top that it tells,
    as the stage chooses it.
    """

    text: str
    at: str = ""
    move: str = ""
    hidden: bool = False


def script_for(desk: Desk) -> list[ScriptLine]:
    """Return the sentences of the step, in the language of the event."""
    with translation.override(desk.game.event.language or translation.get_language()):
        return list(_STEPS[desk.step](desk))


def language_of_script(desk: Desk) -> str:
    """Return the language in which the script is written."""
    return desk.game.event.language or translation.get_language()


def _before_the_rack(desk: Desk) -> Iterator[ScriptLine]:
    last = desk.last
    if last is None:
        yield ScriptLine(_("Welcome to {name}.").format(name=desk.game.name))
        seconds = desk.rules.time.round_seconds
        time = f"{seconds // 60}:{seconds % 60:02}"
        yield ScriptLine(_("You have {time} for each round.").format(time=time))
        return
    if not last.word:
        yield ScriptLine(_("Nobody could play. We draw a whole new rack."))
        return
    move = RoundMove(last.word, last.reference, last.score or 0)
    if is_no_top(last):
        yield ScriptLine(_in_words(desk, move, _("On the board: {word}. {letters}. At {place}.")))
        move = top_of(last)
    yield ScriptLine(_top_in_words(desk, move))
    solo = desk.standings.solos[-1] if desk.standings.rounds == last.number else None
    if solo:
        yield ScriptLine(_solo_in_words(solo, named=not desk.game.names_hidden))
    yield ScriptLine(_("Put it on your boards."))


def _rack(desk: Desk) -> Iterator[ScriptLine]:
    round_ = desk.round
    assert round_ is not None
    letters = ", ".join(_("blank") if tile == "?" else tile for tile in round_.rack)
    yield ScriptLine(_("Round {number}.").format(number=round_.number))
    yield ScriptLine(_("The rack: {letters}.").format(letters=letters))


def _rack_and_start(desk: Desk) -> Iterator[ScriptLine]:
    yield from _rack(desk)
    yield ScriptLine(_("The clock starts now."))


def _rack_and_calls(desk: Desk) -> Iterator[ScriptLine]:
    yield from _rack(desk)
    for seconds in desk.round.calls if desk.round else ():
        minutes, rest = divmod(seconds, 60)
        if rest:
            text = ngettext("{seconds} second left.", "{seconds} seconds left.", seconds)
        else:
            text = ngettext("{minutes} minute left.", "{minutes} minutes left.", minutes)
        yield ScriptLine(text.format(seconds=seconds, minutes=minutes), at=f"{minutes}:{rest:02}")
    yield ScriptLine(_("Time! Hand in your slips."), at="0:00")


def _paused(_desk: Desk) -> Iterator[ScriptLine]:
    yield ScriptLine(_("The clock is stopped. You may keep writing."))


def _closed(_desk: Desk) -> Iterator[ScriptLine]:
    yield ScriptLine(_("Time! Hand in your slips."))


def _tops(desk: Desk) -> Iterator[ScriptLine]:
    round_ = desk.round
    assert round_ is not None
    if not round_.isotops:
        yield ScriptLine(_("Nobody could play. We draw a whole new rack."))
        return
    shown = next((top for top in round_.isotops if top.preferred), round_.isotops[0])
    for top in round_.isotops[:MOST_TOPS]:
        text = _top_in_words(desk, RoundMove(top.word, top.reference, top.score))
        yield ScriptLine(text, move=f"{top.reference} {top.word}", hidden=top is not shown)
    yield ScriptLine(_("Put it on your boards."))


def _over(desk: Desk) -> Iterator[ScriptLine]:
    yield ScriptLine(_("The game is over."))
    if not desk.announced or desk.game.names_hidden:
        return
    for row in desk.standings.rows:
        if row.rank == 1:
            text = ngettext(
                "First: {name}, with {total} point (top: {top}).",
                "First: {name}, with {total} points (top: {top}).",
                row.total,
            )
            yield ScriptLine(text.format(name=row.name, total=row.total, top=desk.standings.top_total))


def _top_in_words(desk: Desk, move: RoundMove) -> str:
    text = ngettext(
        "The top: {word}. {letters}. At {place}, for {score} point.",
        "The top: {word}. {letters}. At {place}, for {score} points.",
        move.score,
    )
    return _in_words(desk, move, text)


def _in_words(desk: Desk, move: RoundMove, text: str) -> str:
    """Return a move as it is said: the word, its letters, its place, and its points."""
    tokens = desk.game.tiles.split(move.word)
    letters = ", ".join(
        _("blank as {letter}").format(letter=token.upper()) if token.islower() else token for token in tokens
    )
    across = Reference.parse(move.reference, convention_of(desk.game)).direction is Direction.ACROSS
    place = _("{reference} across") if across else _("{reference} down")
    return text.format(
        word=move.word.upper(),
        letters=letters,
        place=place.format(reference=move.reference),
        score=move.score,
    )


def _solo_in_words(solo: Solo, *, named: bool) -> str:
    if named:
        return _("Solo: {name}.").format(name=solo.name)
    return _("Solo: table {table}.").format(table=solo.table)


_STEPS = {
    "draw": _before_the_rack,
    "open": _rack,
    "start": _rack_and_start,
    "running": _rack_and_calls,
    "paused": _paused,
    "judging": _closed,
    "announce": _tops,
    "finished": _over,
}
