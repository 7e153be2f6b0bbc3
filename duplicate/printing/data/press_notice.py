"""A notice of a game for the local paper, in sentences."""

from collections.abc import Sequence

from django.utils import formats
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from duplicate.models import Game
from duplicate.positions.tops import RoundMove, top_of
from duplicate.standings.rows.game_charts import charts_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Standing, Standings
from duplicate.standings.rules.round_statistics import RoundWithSolo
from tournaments.printing.letterhead import letterhead

PODIUM = 3


def notice_text(game: Game) -> str:
    """Write who played, who won, and the finest move.

    That is the move of the highest top; of equal ones, the one that the fewest found.
    """
    standings = standings_for_game(game)
    there = [row for row in standings.rows if not row.absent]
    title = gettext("{event}: duplicate Scrabble").format(event=game.event.name)
    paragraphs = [title, _opening(game, len(there))]
    if there and standings.rounds:
        paragraphs += [_podium(there, standings), *_finest(game)]
    if game.state != Game.State.FINISHED:
        paragraphs.append(gettext("The game is not over yet. These are the scores so far."))
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def _opening(game: Game, players: int) -> str:
    told = {
        "day": formats.date_format(game.event.date, "DATE_FORMAT"),
        "players": formats.number_format(players),
        "club": letterhead().club,
        "game": game.name,
    }
    if told["club"]:
        return ngettext(
            "On {day}, {players} player played duplicate Scrabble with {club} (“{game}”): everybody has "
            "the same letters in every round, and the best word counts.",
            "On {day}, {players} players played duplicate Scrabble with {club} (“{game}”): everybody has "
            "the same letters in every round, and the best word counts.",
            players,
        ).format(**told)
    return ngettext(
        "On {day}, {players} player played duplicate Scrabble (“{game}”): everybody has the same letters "
        "in every round, and the best word counts.",
        "On {day}, {players} players played duplicate Scrabble (“{game}”): everybody has the same "
        "letters in every round, and the best word counts.",
        players,
    ).format(**told)


def _podium(rows: Sequence[Standing], standings: Standings) -> str:
    first = [row for row in rows if row.rank == 1]
    total = first[0].total
    won = ngettext(
        "{names} won with {points} (top: {top})",
        "{names} share the first place with {points} each (top: {top})",
        len(first),
    ).format(
        names=get_text_list([row.name for row in first], gettext("and")),
        points=ngettext("{score} point", "{score} points", total).format(score=formats.number_format(total)),
        top=formats.number_format(standings.top_total),
    )
    others = [
        gettext("{name} ({points})").format(name=row.name, points=formats.number_format(row.total))
        for row in rows
        if 1 < row.rank <= PODIUM
    ]
    if not others:
        return f"{won}."
    return gettext("{won}, ahead of {others}.").format(won=won, others=get_text_list(others, gettext("and")))


def _finest(game: Game) -> list[str]:
    """Write about the finest move; nothing if no round had a top, or none with a player present."""
    tops = {round_.number: top_of(round_) for round_ in game.rounds.announced()}
    rounds = {round_.facts.number: round_ for round_ in charts_for_game(game).rounds if round_.facts.players}
    both = [(tops[number], rounds[number]) for number in sorted(tops.keys() & rounds.keys())]
    if not any(top.score for top, _shown in both):
        return []
    top, shown = max(both, key=lambda pair: (pair[0].score, -pair[1].facts.found))
    return [_finest_move(top, shown)]


def _finest_move(top: RoundMove, shown: RoundWithSolo) -> str:
    facts = shown.facts
    told = {
        "word": top.word,
        "points": formats.number_format(top.score),
        "number": facts.number,
        "found": formats.number_format(facts.found),
        "players": formats.number_format(facts.players),
    }
    move = gettext("The best move was {word} in round {number}, worth {points} points").format(**told)
    if not facts.found:
        return gettext("{move}; nobody found it.").format(move=move)
    return ngettext(
        "{move}; {found} of {players} players found it.",
        "{move}; {found} of {players} players found it.",
        facts.found,
    ).format(move=move, **told)
