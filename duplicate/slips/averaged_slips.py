"""A slip in a round that counts the average: one value with one explanation, for every page, file and paper."""

from collections.abc import Mapping
from dataclasses import replace

from duplicate.models import Round, Ruling
from duplicate.slips.selectors import RuledSlip
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import NO_AVERAGES, Average
from duplicate.standings.words import average_rule, average_text


def averages_in_round(round_: Round) -> Mapping[int, Average]:
    """Return the averages that count in a round, by entry; there are none before it is announced."""
    game = round_.game
    rules = game.rule_set
    if not (rules.standings.arbitrators_averaged or rules.sanctions.second_zero_averaged):
        return NO_AVERAGES
    if round_.state != Round.State.ANNOUNCED:
        return NO_AVERAGES
    place = game.rounds.announced().filter(number__lt=round_.number).count()
    rows = standings_for_game(game).rows
    return {row.entry_id: row.averages[place] for row in rows if place in row.averages}


def apply_average(ruled: RuledSlip, average: Average | None) -> RuledSlip:
    """Return the slip with the average in place of its score, and the reason. In a round that the player
    arbitrated nothing of the slip itself counts. An averaged zero is told together with its fault.
    """
    if average is None:
        return ruled
    averaged = replace(ruled, score=average.points, average=average, rule=average_rule(average))
    if average.why == "arbitrated":
        return replace(
            averaged, worth=None, verdict=average_text(average), sanction=Ruling.Sanction.NONE, warnings=0
        )
    return replace(averaged, verdict=f"{ruled.verdict} {average_text(average)}".strip())
