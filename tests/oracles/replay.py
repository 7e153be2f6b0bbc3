"""The log of a game played again in another one: the acts that are in force, with the slips that phones sent."""

from datetime import timedelta

from duplicate.arbitration import bulk_top, corrections
from duplicate.arbitration import services as arbitration_services
from duplicate.games import playing_arbitrators
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import AuditLogEntry, Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from tournaments.models import Arbitrator

AT_A_TABLE = {
    "top_given": arbitration_services.give_top,
    "no_slip_keyed": arbitration_services.give_zero,
    "zero_given": arbitration_services.give_zero,
    "several_slips_given": arbitration_services.give_zero,
    "zero_taken_back": arbitration_services.give_zero,
    "warning_given": arbitration_services.mark_warning,
    "warning_taken_back": arbitration_services.mark_warning,
    "penalty_given": arbitration_services.mark_penalty,
    "penalty_taken_back": arbitration_services.mark_penalty,
    "solo_given": arbitration_services.mark_solo,
    "solo_withheld": arbitration_services.mark_solo,
    "solo_left_to_rules": arbitration_services.mark_solo,
}
# Acts that other acts cause.
BY_ITSELF = {
    "game_created",
    "racks_thrown_back",
    "undone",
    "done_again",
    "question_asked",
    "question_answered",
}


def play_log_again(game, other, clock):
    """Play another game with the same acts at the same moments of its clock."""
    replay = _Replay(game, other, clock)
    acts = [(row.at, row) for row in _in_force(game)]
    sent = Slip.objects.filter(round__game=game, source="phone").select_related("round", "entry")
    acts += [(slip.received_at, slip) for slip in sent]
    for at, what in sorted(acts, key=lambda pair: pair[0]):
        clock.time = at - timedelta(microseconds=500)
        replay.do(what)
    other.refresh_from_db()
    return other


def _in_force(game):
    """Yield acts with an even number of nested undos."""
    undone_by = {row.undoes_id: row for row in game.log.filter(undoes__isnull=False)}
    acts = game.log.filter(undoes__isnull=True).exclude(act__in=BY_ITSELF)
    for row in acts.select_related("entry", "by"):
        lying, last = 0, row
        while last.pk in undone_by:
            lying, last = lying + 1, undone_by[last.pk]
        if lying % 2 == 0:
            yield row


class _Replay:
    def __init__(self, game, other, clock):
        self.game, self.other, self.clock = game, other, clock
        self.entries = {}
        for post in game.event.posts.exclude(user__in=other.event.arbitrators.all()):
            Arbitrator.objects.create(event=other.event, user=post.user, role=post.role)

    def do(self, what):
        if isinstance(what, Slip):
            self._send(what)
        elif what.act in AT_A_TABLE:
            AT_A_TABLE[what.act](**self._where(what))
        else:
            getattr(self, f"_{what.act}")(what)

    def _send(self, slip):
        slip_services.submit_slip(
            game=self.other,
            entry=self.entries[slip.entry.table],
            client_id=slip.client_id,
            number=slip.round.number,
            word=slip.word,
            reference=slip.reference,
            score=slip.stated_score,
            received_at=slip.received_at,
        )

    def _where(self, row: AuditLogEntry):
        reason = row.params.get("why", "")
        table = row.entry.table
        return {"game": self.other, "entry": self.entries[table], "by": row.by, "number": row.number} | {
            "reason": reason
        }

    def _player_added(self, row):
        added = player_services.add_player(
            game=self.other, name=row.params["name"], table=row.params["table"], by=row.by, phone=True
        )
        self.entries[row.params["table"]] = added.entry

    def _player_arbitrates(self, row):
        post = self.other.event.posts.get(user__username=row.params["user"])
        playing_arbitrators.name_arbitrators(
            game=self.other, entries={post.pk: self.entries[row.entry.table]}, by=row.by
        )

    def _player_withdrawn(self, row):
        player_services.withdraw_player(game=self.other, entry=self.entries[row.entry.table], by=row.by)

    def _player_back(self, row):
        player_services.bring_back_player(game=self.other, entry=self.entries[row.entry.table], by=row.by)

    def _rack_drawn(self, row):
        assert round_services.draw_rack(game=self.other, by=row.by).rack == row.params["rack"]

    def _round_opened(self, row):
        round_services.open_round(game=self.other, by=row.by)

    def _clock_started(self, row):
        round_services.start_clock(game=self.other, by=row.by)

    def _round_closed(self, _row):
        assert closing.close_overdue_rounds() == 1

    def _move_announced(self, row):
        round_services.announce(
            game=self.other,
            number=row.number,
            reference=row.params["reference"],
            word=row.params["word"],
            by=row.by,
            confirmed=EVERYTHING,
        )

    def _round_cancelled(self, row):
        corrections.cancel_round(game=self.other, number=row.number, reason=row.params["why"], by=row.by)

    def _game_ended(self, row):
        game_services.end_game(game=self.other, by=row.by)

    def _slip_keyed(self, row):
        moved = Slip.objects.filter(pk__in=[moved[0] for moved in row.params["slips"]], keyed_by=row.by)
        self._key(row, moved.order_by("received_at").last())

    def _slip_confirmed(self, row):
        """Confirm a slip, or its absence, as keyed by a second arbitrator."""
        counting = self._standing(row).get(effective=True)
        if counting.says_top:
            arbitration_services.give_top(**self._where(row))
        elif counting.word:
            self._key(row, counting)
        else:
            arbitration_services.give_zero(**self._where(row))

    def _key(self, row, slip):
        slip_services.key_slip(
            word=slip.word,
            reference=slip.reference,
            stated_score=slip.stated_score,
            illegible=slip.illegible,
            **self._where(row),
        )

    def _rest_have_top(self, row):
        assert bulk_top.rest_have_top(game=self.other, by=row.by, number=row.number) == row.params["count"]

    def _conflict_settled(self, row):
        said = {name: row.params[name] for name in ("word", "reference")}
        chosen = self._standing(row).exclude(effective=False, in_conflict=False).filter(**said).first()
        arbitration_services.settle_conflict(slip=chosen, **self._where(row))

    def _slip_overruled(self, row):
        arbitration_services.overrule(score=row.params["score"], **self._where(row))

    def _standing(self, row):
        round_ = self.other.rounds.standing().get(number=row.number)
        return round_.slips.filter(entry=self.entries[row.entry.table])
