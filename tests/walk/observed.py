"""Which player arbitrated which round, as somebody sees it who stands beside the desk all evening.

An arbitrator arbitrates a round by keying, checking or ruling on a slip of it, or announcing it, before it is
announced. They are the player that their post names then; named anew, they are the other one from the round in progress
on.
"""

from collections import defaultdict

from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Round

NAMING = {"player_arbitrates", "player_no_arbitrator"}
ARBITRATING = {
    "slip_keyed",
    "slip_confirmed",
    "no_slip_keyed",
    "top_given",
    "rest_have_top",
    "warning_given",
    "warning_taken_back",
    "penalty_given",
    "penalty_taken_back",
    "zero_given",
    "zero_taken_back",
    "solo_given",
    "solo_withheld",
    "solo_left_to_rules",
    "slip_overruled",
    "conflict_settled",
    *audit_log.ANNOUNCED,
}


class Observer:
    """An observer beside the desk, called once after each act."""

    def __init__(self):
        self._last = 0
        self._announced = set()
        # For each round the accounts that acted in it, with the players that they were, and the acts in force.
        self._acted = defaultdict(dict)
        self._acts = defaultdict(lambda: defaultdict(set))
        # For each row on an act, that act: its round and its key.
        self._act_of = {}

    def look(self, event):
        rows = AuditLogEntry.objects.filter(game__event=event, pk__gt=self._last).order_by("pk")
        entry_of = dict(event.posts.values_list("user", "entry"))
        for row in list(rows):
            self._last = row.pk
            if row.act in NAMING:
                self._name(row.game_id, entry_of)
            elif row.act in ARBITRATING:
                self._act(row, entry_of.get(row.by_id))
            elif row.undoes_id in self._act_of:
                self._turn(row, entry_of.get(row.by_id))

    def arbitrated(self, round_):
        """Return the entries of those who arbitrated a round."""
        acted, acts = self._acted[round_.pk], self._acts[round_.pk]
        return {entry for user, entries in acted.items() if acts[user] for entry in entries}

    def _act(self, row, entry):
        rounds = Round.objects.filter(game=row.game_id, number=row.number).exclude(state="cancelled")
        round_ = rounds.get().pk
        if round_ in self._announced:
            return
        self._acted[round_].setdefault(row.by_id, set()).update({entry} - {None})
        self._acts[round_][row.by_id].add(row.pk)
        self._act_of[row.pk] = round_, row.pk
        if row.act in audit_log.ANNOUNCED:
            self._announced.add(round_)

    def _turn(self, row, entry):
        """Take an act back, or do it again."""
        round_, act = self._act_of[row.pk] = self._act_of[row.undoes_id]
        if round_ not in self._announced:
            self._acts[round_][row.by_id] ^= {act}
            self._acted[round_].setdefault(row.by_id, set()).update({entry} - {None})

    def _name(self, game, entry_of):
        rounds = Round.objects.filter(game=game).exclude(state__in=("announced", "cancelled"))
        for round_ in rounds.values_list("pk", flat=True):
            acted = self._acted[round_]
            acted.update({user: {entry_of[user]} - {None} for user in acted if user in entry_of})
