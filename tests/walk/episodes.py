"""Episodes at the desk: acts that are then undone, one by one, each by its author, and done again.

*Desk alone:* nothing but acts of the two arbitrators. All is undone, and every row is as before
(`comparison`); all is done again, and every row is as it was after the acts.

Phones too: slips come in between. After undoing all, the rows are those that the phones alone would have
left.

Another order, and with or without a record: the same acts in two orders, and a "no slip" that is keyed or not, have the
same result.
"""

from collections import defaultdict

from django.db import transaction

from duplicate.arbitration import undo
from duplicate.arbitration.services import give_top, give_zero
from duplicate.log import audit_log
from duplicate.log.actions import codes_undone
from duplicate.models import Round, Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING, entries_without_slip
from duplicate.slips.services import key_slip
from duplicate.standings.rows.game_standings import standings_for_game
from engine.errors import EngineError
from tests.walk import acts_people, acts_rounds
from tests.walk.asked import compare_answers, what_is_asked
from tests.walk.comparison import all_rows, differences
from tests.walk.world import CannotBe
from tournaments.errors import RuleViolation
from tournaments.models import Entry

# Acts that can be undone, each as often as it stands here.
AT_A_TABLE = (
    *[acts_rounds.key_slip] * 6,
    *[acts_rounds.give_top] * 2,
    *[acts_rounds.give_zero] * 2,
    *[acts_rounds.mark_warning] * 2,
    *[acts_rounds.mark_penalty] * 2,
    *[acts_rounds.mark_solo] * 2,
    *[acts_rounds.overrule] * 2,
    *[acts_rounds.settle] * 3,
    *[acts_rounds.check_keyed] * 2,
    acts_rounds.rest_have_top,
)
ELSEWHERE = (
    acts_rounds.draw,
    acts_rounds.put_back,
    acts_rounds.start,
    *[acts_rounds.pause] * 2,
    acts_rounds.extend,
    *[acts_people.add_player] * 2,
    *[acts_people.remove_player] * 2,
    acts_people.remove_joined,
    *[acts_people.set_at_door] * 2,
    *[acts_people.withdraw] * 2,
    *[acts_people.bring_back] * 2,
)
REFUSALS = (RuleViolation, EngineError, CannotBe)
MOST_ACTS = 10
# So long a clock must have to go: what was added can be taken off again.
SECONDS_LEFT = 120


class Episode:
    """Acts on one game from here on. Since they began `passed` seconds have passed, and for `ran` of them the clock of
    the game has run.
    """

    def __init__(self, world):
        self.world, self.ran, self.passed = world, 0, 0
        last = world.game.log.order_by("pk").last()
        self._mark = last.pk
        self._undone_by = []

    def acts(self):
        return self.world.game.log.filter(pk__gt=self._mark)

    def try_acts(self, choices):
        for _each in range(self.world.chance.randint(1, MOST_ACTS)):
            self.try_act(self.world.chance.choice(choices))

    def try_act(self, act):
        self.world.look()
        if act is acts_rounds.start and not self.world.game.rounds.filter(
            state=Round.State.OPEN, started_at__isnull=False
        ):
            return
        try:
            # The savepoint removes all traces of a refused act.
            with transaction.atomic():
                act(self.world)
        except REFUSALS as error:
            self.world.refused(act, error)
        self.pass_time()

    def pass_time(self):
        """Pass time without ending a clock: that cannot be undone."""
        seconds = self.world.chance.choice([1, 3])
        running = self.world.game.rounds.filter(state=Round.State.OPEN, closes_at__isnull=False).first()
        if running and (running.closes_at - self.world.now).total_seconds() < SECONDS_LEFT:
            return
        self.world.pass_time(seconds)
        self.passed += seconds
        self.ran += seconds if running else 0

    def clocks_since(self, ran=0, passed=0):
        """Return the time that clocks have lost: that of this game, and those of others that run."""
        return self.world.game.pk, self.ran - ran, self.passed - passed

    def undo_all(self):
        """Let the author of the last act in force undo it, until none is left."""
        while (act := self._last_in_force()) is not None:
            self.world.tell(f"{act.by} undoes {act.act}")
            rows = self.acts().count()
            assert undo.undo(game=self.world.game, by=act.by) == act, f"another act than {act.act} was undone"
            assert self.acts().count() > rows, f"undoing {act.act} succeeded without a row"
            self._undone_by.append(act.by)
            self.pass_time()

    def redo_all(self):
        while self._undone_by:
            by = self._undone_by.pop()
            rows = self.acts().count()
            self.world.tell(f"{by} does it again")
            undo.redo(game=self.world.game, by=by)
            assert self.acts().count() > rows, "doing again succeeded without a row"
            self.pass_time()

    def _last_in_force(self):
        rows = self.acts().order_by("pk")
        in_force = audit_log.acts_in_force(rows.values_list("pk", "undoes_id"))
        acts = rows.filter(pk__in=in_force, act__in=codes_undone(*undo.INVERSES), undoes=None)
        return acts.select_related("by").last()


def desk_alone(world):
    """Undo all acts of two arbitrators, and do them again."""
    if _is_short_of_time(world):
        return
    before, asked = all_rows(), what_is_asked(world)
    episode = Episode(world)
    episode.try_acts(AT_A_TABLE + ELSEWHERE)
    # An expected player has come: that is not undone.
    if episode.acts().filter(act="player_arrived").exists():
        return
    after, asked_then, then = all_rows(), what_is_asked(world), (episode.ran, episode.passed)
    episode.undo_all()
    _check(differences(before, all_rows(), episode.clocks_since()), "all undone")
    _check(compare_answers(asked, what_is_asked(world)), "all undone")
    episode.redo_all()
    _check(differences(after, all_rows(), episode.clocks_since(*then)), "all done again")
    _check(compare_answers(asked_then, what_is_asked(world)), "all done again")
    world.counts["episodes of the desk alone"] += 1


def _is_short_of_time(world):
    """Time that is added when there is none left cannot be taken off again."""
    open_ = world.game.rounds.filter(state=Round.State.OPEN).first()
    if open_ is None:
        return False
    left = (open_.closes_at - world.now).total_seconds() if open_.closes_at else open_.remaining_ms / 1000
    return left < SECONDS_LEFT


def with_phones(world):
    """Undo all acts, and compare: only the phones' slips of that time are left."""
    start, moment, receipts = transaction.savepoint(), world.now, dict(world.receipts)
    known = set(world.event.entries.values_list("pk", flat=True))
    episode, sent = Episode(world), []
    for _each in range(world.chance.randint(2, MOST_ACTS)):
        if world.chance.random() < 0.4:
            sent += _send(world)
        else:
            episode.try_act(world.chance.choice(AT_A_TABLE))
    try:
        episode.undo_all()
    except RuleViolation as error:
        # A phone came in between and is in the way, rightly: all goes back to where it was.
        if error.code != "undo_overtaken":
            raise
        world.counts["episodes overtaken by phones"] += 1
        sent, left = [], None
    else:
        left = _left_by_phones()
    transaction.savepoint_rollback(start)
    world.now, world.receipts = moment, receipts
    world.tell("all this is as if it had not been, and the phones send once more")
    for round_id, entry_id, client_id, written, at in sent:
        world.now = at
        round_ = Round.objects.get(pk=round_id)
        entry = Entry.objects.select_related("player", "partner").get(pk=entry_id)
        acts_rounds.send(world, round_, entry, client_id, written, at)
    assert known == set(world.event.entries.values_list("pk", flat=True))
    if left is not None:
        _check(_compare_left(left, _left_by_phones()), "phones alone")
        world.counts["episodes with phones"] += 1


def another_order(world):
    """Let one player's slip come by phone, be keyed, and be given the top, in two orders: the result is the same."""
    current, chance = world.current(), world.chance
    waiting = list(entries_without_slip(current)) if current and current.state == Round.State.OPEN else []
    if not waiting or current.closes_at is None or current.closes_at <= world.now:
        return
    entry = Entry.objects.select_related("player", "partner").get(pk=chance.choice(waiting).pk)
    where = {"game": world.game, "entry": entry, "number": current.number}
    client_id, sent, keyed = world.client_id(), world.writing(current), world.writing(current)
    written = dict(zip(("word", "reference", "stated_score"), keyed, strict=True))
    acts = [
        lambda: acts_rounds.send(world, current, entry, client_id, sent, world.now),
        lambda: key_slip(**where, **written, by=world.chief),
        lambda: give_top(**where, by=world.second),
    ]
    acts = chance.sample(acts, chance.randint(2, 3))
    found = []
    for order in (acts, chance.sample(acts, len(acts))):
        receipts, moment = dict(world.receipts), world.now
        point = transaction.savepoint()
        try:
            for act in order:
                act()
            world.pass_time(10_000)
            closing.close_overdue_rounds()
            closing.judge_round(current.pk)
            found.append(_result(entry, current))
        except REFUSALS:
            return
        finally:
            transaction.savepoint_rollback(point)
            world.receipts, world.now = receipts, moment
    assert found[0] == found[1], f"{found[0]} in one order, {found[1]} in another: {sent}, {keyed}"
    world.counts["episodes in another order"] += 1


def _result(entry, round_):
    """Return the last ruling on a player's slip, or that an arbitrator is asked."""
    slips = entry.slips.filter(round=round_)
    if slips.in_conflict().exists():
        return "asked"
    last = slips.counting().get().rulings.order_by("pk").last()
    return last.score, last.worth, last.sanction, last.warnings, last.code


def recorded_or_not(world):
    """Announce a round with and without a recorded "no slip" of somebody: the standings are the same."""
    current, by = world.current(), world.arbitrator()
    if current is None or current.state != Round.State.CLOSED or world.game.double_arbitration:
        return
    waiting, moves = list(entries_without_slip(current)), world.moves(current)
    if not waiting or not moves or current.slips.in_conflict().exists():
        return
    entry, (word, reference, _score) = world.chance.choice(waiting), moves[0]
    found = []
    for recorded in (True, False):
        point = transaction.savepoint()
        if recorded:
            give_zero(game=world.game, entry=entry, by=by)
        round_services.announce(
            game=world.game,
            number=current.number,
            reference=reference,
            word=word,
            by=by,
            confirmed=EVERYTHING,
        )
        world.look()
        found.append(standings_for_game(world.game))
        transaction.savepoint_rollback(point)
        world.look()
    assert found[0] == found[1], f"with “no slip” of {entry}: {found[0]}, without: {found[1]}"
    world.counts["episodes with and without a record"] += 1


def _send(world):
    """Send one slip of a phone; return it in a list if it was accepted."""
    before = set(world.receipts)
    world.pass_time(0.5)
    try:
        with transaction.atomic():
            acts_rounds.send_slip(world)
    except REFUSALS as error:
        world.refused(acts_rounds.send_slip, error)
        return []
    for slip in Slip.objects.filter(pk__in=set(world.receipts) - before):
        written = slip.word, slip.reference, slip.stated_score
        return [(slip.round_id, slip.entry_id, slip.client_id, written, slip.received_at)]
    return []


def _left_by_phones():
    """Return the counting slip of each player in each round, those that wait beside it to be chosen, and the
    players who are there.
    """
    counting, waiting = {}, defaultdict(set)
    for slip in Slip.objects.filter(late=False):
        written = slip.word, slip.reference, slip.stated_score, slip.says_top
        if slip.effective:
            counting[slip.entry_id, slip.round_id] = written
        elif slip.in_conflict:
            waiting[slip.entry_id, slip.round_id].add(written)
    there = {
        entry.pk: (entry.arrived_at is None, entry.withdrawn_at is None) for entry in Entry.objects.all()
    }
    return counting, waiting, there


def _compare_left(left, alone):
    """Compare the slips: one that counts with phones alone counts here too, or an arbitrator is asked, since
    it came while a decision stood.
    """
    (counting, waiting, there), (wanted, _waiting, wanted_there) = left, alone
    found = [f"{key}: nobody sent {counting[key]}" for key in counting.keys() - wanted.keys()]
    for key, written in wanted.items():
        if counting.get(key) != written and written not in waiting[key]:
            found.append(f"{key}: {counting.get(key)} counts, and not {written}")
    if there != wanted_there:
        found.append(f"{there} are there, and not {wanted_there}")
    return found


def _check(found, when):
    assert not found, f"{when}, and not as before:\n  " + "\n  ".join(found)
