"""Why two meet, in words: the sentence for every code that a pairing gives as its reason.

`player` and `opponent` are keys of contestants; whoever reads a reason puts names in, as that reader may see them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.pairings.values import Reason

# The values that are keys of contestants.
PEOPLE = ("player", "opponent")

REASONS: dict[str, Promise] = {
    # why these two
    "same_group": _(
        "Both have {wins} wins; of the {size} with as many they are number {place} and number {other_place}."
    ),
    "float_odd": _(
        "{player}, with {wins} wins, meets {opponent}, with {other_wins}: those with {wins} wins were an odd number."
    ),
    "float_met": _(
        "{player}, with {wins} wins, meets {opponent}, with {other_wins}: {player} has met all others with {wins}."
    ),
    "float_fits": _(
        "{player}, with {wins} wins, meets {opponent}, with {other_wins}: so the whole round comes out without "
        "avoidable rematches, with fair byes and balanced first moves."
    ),
    "rematch_met_everybody": _("They met before, in round {rounds}: {player} has met everybody who is here."),
    "rematch_unavoidable": _(
        "They met before, in round {rounds}: no pairing of this round has fewer than {count} rematches."
    ),
    "same_team": _("They are of one team: keeping them apart would have cost a rematch or a fair bye."),
    "same_club": _("They are of one club: keeping them apart would have cost a rematch or a fair bye."),
    # byes
    "bye_lowest": _("{player} has the bye: the lowest of those who have had the fewest ({byes})."),
    "bye_not_lowest": _(
        "{player} has the bye, though others below have had no more: one for any of them would have cost a rematch."
    ),
    "bye_again": _(
        "{player} has a bye again ({byes} before), though others had fewer: one for any of them would have cost a "
        "rematch."
    ),
    # who goes first
    "first_fewer": _(
        "{player} goes first: first in {firsts} of {matches} matches so far, {opponent} in {other_firsts} of "
        "{other_matches}."
    ),
    "first_fewer_against": _(
        "{player} goes first: of the two, {opponent} has gone first more often in their matches."
    ),
    "first_alternates": _("{player} goes first: {opponent} did when last only one of them could."),
    "first_by_lot": _("{player} goes first by lot."),
    "first_by_table": _("{player} goes first as the table of this method has it."),
    "balance_lost": _("One of the two has now gone first, or second, twice more than the other way."),
}


def sentence(reason: Reason, names: Mapping[int, str]) -> str:
    """The reason in words, in the language in force, with these names for the keys."""
    values = dict(reason.values)
    for role in PEOPLE:
        if role in values:
            values[role] = names.get(int(values[role]), "–")
    return str(REASONS[reason.code]).format(**values)
