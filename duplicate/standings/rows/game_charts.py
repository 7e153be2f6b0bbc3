"""The charts of a game, read from its rows, for the desk's screens and for paper.

They show announced rounds, and the round in progress once it is closed: they are for arbitrators. A player
who was away in a round is not counted in it.
"""

from dataclasses import dataclass
from itertools import zip_longest

from duplicate.models import Game, Round, Ruling
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.charts import Bin, spread_of
from duplicate.standings.rules.round_statistics import RoundWithSolo, facts_of_rounds
from duplicate.standings.words import solo_text


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of a game. `number` is the round of the bins; None before the first one is over."""

    number: int | None
    bins: tuple[Bin, ...]
    rounds: tuple[RoundWithSolo, ...]


def charts_for_game(game: Game) -> Charts:
    """Return all charts for the rows as they are now."""
    scored, solos = scores_for_game(game), standings_for_game(game).solos
    facts = list(facts_of_rounds(scored.players, scored.tops, scored.averages))
    # The cached solos and the facts just read may differ by a round.
    rounds = tuple(
        RoundWithSolo(fact, solo_text(solo) if solo else "")
        for fact, solo in zip_longest(facts, solos)
        if fact
    )
    closed = game.rounds.in_progress().filter(state=Round.State.CLOSED, top_score__isnull=False).first()
    if closed is not None:
        return Charts(closed.number, spread_of(_scores_of(closed), closed.top_score or 0), rounds)
    if not rounds:
        return Charts(None, (), ())
    return Charts(facts[-1].number, spread_of(facts[-1].scores, facts[-1].top), rounds)


def _scores_of(round_: Round) -> list[int]:
    """Return the scores of the slips handed in in a closed round that is not announced, as far as they are judged."""
    rulings = Ruling.objects.filter(slip__in=round_.slips.counting().handed_in()).order_by("pk")
    # Later rulings on a slip replace earlier ones.
    return list(dict(rulings.values_list("slip_id", "score")).values())
