"""Reasons of pairings in words: one sentence for every code.

`player` and `opponent` are keys of contestants; the caller of `sentence` passes the names, as the reader may
see them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing.values import Reason

# Values that are keys of contestants.
PEOPLE = ("player", "opponent")

REASONS: dict[str, Promise] = {
    # the two of a match
    "none_played": _("No match played yet: number {place} of the list meets number {other_place}."),
    "same_group": _(
        "Both have won {wins}; of the {size} who have, they are number {place} and number {other_place}."
    ),
    "float_odd": _(
        "{player}, who has won {wins}, meets {opponent}, who has won {other_wins}: an odd number was left at {wins}."
    ),
    "float_met": _(
        "{player}, who has won {wins}, meets {opponent}, who has won {other_wins}: {player} has met all the others "
        "at {wins}."
    ),
    "float_equals": _(
        "{player}, who has won {wins}, meets {opponent}, who has won {other_wins}: so the whole round comes out "
        "without avoidable rematches, with a fair bye and as many matches between equals as there can be."
    ),
    # Nothing gives this code any more; matches of earlier versions have it.
    "float_fits": _(
        "{player}, who has won {wins}, meets {opponent}, who has won {other_wins}: so the whole round comes out "
        "without avoidable rematches, with a fair bye and balanced first moves."
    ),
    "rematch_met_everybody": _("They met before, in round {rounds}: {player} has met everybody who is here."),
    "rematch_unavoidable": _(
        "They met before, in round {rounds}: no pairing of this round has fewer rematches ({count})."
    ),
    "same_team": _("They are of one team: keeping them apart would have cost a rematch or a fair bye."),
    "same_club": _("They are of one club: keeping them apart would have cost a rematch or a fair bye."),
    # Nothing gives this code any more; matches of earlier versions have it.
    "rematch_by_method": _(
        "They met before, in round {rounds}: this method allows rematches, or could not avoid one."
    ),
    "rematch_allowed": _(
        "They met before, in round {rounds}: the settings let king of the hill repeat matches."
    ),
    "rematch_fewest": _(
        "They met before, in round {rounds}: no other pairing of these players has fewer rematches."
    ),
    "rematch_met_least": _(
        "They met before, in round {rounds}: no other pairing of this group has fewer earlier meetings."
    ),
    "rematch_gibson": _(
        "They met before, in round {rounds}: of those who may meet the player whose place is certain, none has "
        "done so less often."
    ),
    "rematch_earliest": _(
        "They met before, in round {rounds}: the round cannot be completed without rematches, and matches of the "
        "earliest rounds are repeated first."
    ),
    "rematch_by_table": _("They met before, in round {rounds}: in a round robin the table says who meets."),
    "rematch_to_meet": _(
        "They met before, in round {rounds}: in this round robin they still have a match to play."
    ),
    "rematch_of_teams": _(
        "They met before, in round {rounds}: members of different teams cannot be paired with fewer rematches."
    ),
    "rematch_not_minded": _("They met before, in round {rounds}: here this method does not mind rematches."),
    "rematch_cheapest": _(
        "They met before, in round {rounds}: without this rematch the whole round would have more rematches or larger "
        "differences."
    ),
    "rematch_left": _("They met before, in round {rounds}: nobody else was left to meet."),
    "in_group": _("Both are in group {group}."),
    "by_table": _("As in round {round} of the table in which all meet."),
    "left_to_meet": _(
        "They have not met as often as all are to: the table of this round robin does not hold any more, or is over."
    ),
    "hill": _("Number {place} of the standings meets number {other_place}."),
    "top_down": _(
        "Number {place} of the standings meets number {other_place}: the highest left with whom the whole round "
        "comes out."
    ),
    "contenders": _(
        "Contenders for place {wanted} meet each other, {size} players: number {place} and number {other_place} of "
        "the standings."
    ),
    "cop_chances": _(
        "Number {place} of the standings meets number {other_place}: in {percent} % of the played-out ends "
        "{opponent} comes to place {place} or a better one."
    ),
    "cop_control": _(
        "{player} leads and meets {opponent}, who wins the event in {meeting} % of the played-out ends by winning "
        "every match; without this match it would be {avoiding} %."
    ),
    "cop_six": _(
        "The last round but one: number {place} of the standings meets number {other_place}, as {opponent} then comes "
        "to place {place} or a better one in {percent} % of the played-out ends."
    ),
    "cop_last": _(
        "The last round, with a prize in reach: number {place} of the standings meets number {other_place}."
    ),
    "cop_class": _(
        "The last round, with a prize of class {class_name} in reach: number {place} of the standings meets number "
        "{other_place}."
    ),
    "cop_left": _(
        "Number {place} of the standings meets number {other_place}: they are left, as the others have to meet each "
        "other."
    ),
    "cop_out": _(
        "Out of contention for prizes: number {place} of the standings meets number {other_place}, so that there "
        "are few rematches and small differences."
    ),
    "gibson": _("{player} is certain of place {place} and meets a player out of contention: {opponent}."),
    "gibson_lowest": _(
        "{player} is certain of place {place}; all others can still win one, so {opponent} comes from the end."
    ),
    "gibson_both": _("Both are certain of their places, {place} and {other_place}."),
    "quarters": _("Quarter {place} of the list meets quarter {other_place}."),
    "team_match": _("{team} meets {other_team}."),
    "team_left_over": _("Each was left over in a team: {team} and {other_team}."),
    "by_hand": _("Paired by the director."),
    "fixed_table": _("{player} stays at table {table}."),
    # byes
    "bye_lowest": _("{player} has the bye: the lowest of those who have had the fewest ({byes})."),
    "bye_not_lowest": _(
        "{player} has the bye, though others below have had no more: one for any of them would have cost a rematch."
    ),
    "bye_again": _(
        "{player} has a bye again ({byes} before), though others had fewer: one for any of them would have cost a "
        "rematch."
    ),
    "bye_gibson": _("{player} has the bye: place {place} is certain."),
    "bye_by_table": _("{player} has the bye by the table."),
    "bye_opponent_absent": _("{player} has the bye: {opponent}, whom the table names, is not there."),
    "bye_all_met": _("{player} has the bye: nobody is left in this round whom they have still to meet."),
    "bye_left_over": _("{player} has the bye: nobody of another team is left to meet."),
    # first moves
    "first_fewer": _(
        "{player} goes first: first in {firsts} of {matches} matches so far, {opponent} in {other_firsts} of "
        "{other_matches}."
    ),
    "first_fewer_against": _(
        "{player} goes first: of the two, {opponent} has gone first more often in their matches."
    ),
    "first_alternates": _("{player} goes first: {opponent} did when their first moves last differed."),
    "first_by_lot": _("{player} goes first by lot."),
    "first_by_table": _("{player} goes first as the table of this method has it."),
    "balance_lost": _(
        "{player} and {opponent} have both gone first, or both second, more often: one of them is now further from "
        "as often first as second."
    ),
    # errors of manual pairings
    "paired_with_self": _("{player} cannot meet themselves."),
    "paired_twice": _("{player} is paired twice."),
    "paired_not_there": _("{player} cannot be paired in this round."),
    "not_paired": _("{player} is not paired."),
    # warnings about manual pairings
    "rematch_by_hand": _("{player} and {opponent} met before, in round {rounds}."),
    "same_team_by_hand": _("{player} and {opponent} are of one team."),
    "same_club_by_hand": _("{player} and {opponent} are of one club."),
    "bye_again_by_hand": _("{player} has had a bye before ({byes}), and others fewer."),
    "balance_by_hand": _(
        "{player} and {opponent} have both gone first, or both second, more often than the other way."
    ),
}


def sentence(reason: Reason, names: Mapping[int, str]) -> str:
    """Return the reason in words, in the active language, with these names for the keys.

    Raises:
        LookupError: the reason has no text.
    """
    if reason.code not in REASONS:
        raise LookupError(f"The reason {reason.code!r} has no text: add one to REASONS in {__name__}.")
    values = dict(reason.values)
    for role in PEOPLE:
        if role in values:
            values[role] = names.get(int(values[role]), "–")
    return str(REASONS[reason.code]).format(**values)
