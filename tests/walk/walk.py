"""A walk: random acts one after the other, and after each a look at whether everything adds up."""

from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from django.db import transaction

from duplicate.arbitration import undo
from duplicate.live.player_sheet import Sheets
from duplicate.models import Round, Slip
from duplicate.standings.rows.event_results import standings_for_event
from duplicate.standings.rows.game_standings import standings_for_game
from tests.walk import acts_people, acts_rounds, episodes
from tests.walk.judged import Bench
from tests.walk.observed import Observer
from tests.walk.recount import Recount
from tests.walk.world import World
from tournaments.events.results import read_recorded_scores
from tournaments.time import clock

STEPS = 200
GUIDED = 0.35
WEIGHTS = {
    acts_rounds.draw: 3,
    acts_rounds.put_back: 3,
    acts_rounds.change_rack: 2,
    acts_rounds.open_round: 3,
    acts_rounds.start: 3,
    acts_rounds.pause: 3,
    acts_rounds.extend: 3,
    acts_rounds.end_round: 1,
    acts_rounds.let_time_pass: 5,
    acts_rounds.announce: 6,
    acts_rounds.send_slip: 20,
    acts_rounds.key_slip: 12,
    acts_rounds.give_top: 4,
    acts_rounds.give_zero: 4,
    acts_rounds.mark_warning: 4,
    acts_rounds.mark_penalty: 3,
    acts_rounds.mark_solo: 3,
    acts_rounds.overrule: 4,
    acts_rounds.settle: 6,
    acts_rounds.check_keyed: 3,
    acts_rounds.rest_have_top: 2,
    acts_rounds.cancel_round: 2,
    acts_rounds.change_placed: 3,
    acts_rounds.end_game: 3,
    acts_rounds.resume_game: 2,
    acts_rounds.ask: 2,
    acts_rounds.answer: 2,
    acts_rounds.set_arbitration: 1,
    acts_people.join: 1,
    acts_people.add_player: 2,
    acts_people.enter_expected: 1,
    acts_people.check_in: 3,
    acts_people.leave_out_absent: 1,
    acts_people.remove_player: 3,
    acts_people.remove_joined: 1,
    acts_people.set_at_door: 3,
    acts_people.withdraw: 2,
    acts_people.bring_back: 6,
    acts_people.set_partner: 1,
    acts_people.give_phone: 1,
    acts_people.change_places: 3,
    acts_people.merge_people: 2,
    acts_people.name_arbitrator: 2,
    acts_people.dismiss: 1,
    acts_people.let_in: 8,
    acts_people.next_game: 1,
    acts_people.other_game: 2,
}


@dataclass
class Found:
    """A failure in a walk, and all acts until then."""

    seed: int
    error: BaseException
    history: list

    def __str__(self):
        lines = "\n".join(f"    {line}" for line in self.history)
        what = f"{type(self.error).__name__}: {self.error}"
        return f"seed {self.seed}, after {len(self.history)} acts:\n{lines}\n{what}"


@contextmanager
def world_of(seed):
    """Yield the world of a seed, with its clock; roll the database back afterwards."""
    world = World(seed)
    with mock.patch.object(clock, "now", world.time), transaction.atomic():
        try:
            world.begin()
            yield world
        finally:
            transaction.set_rollback(True)


def walk(seed, *, steps=STEPS, until=lambda: False, counts=None):
    """Walk once; return the failure, if there is one."""
    world = None
    try:
        with world_of(seed) as world:
            Walk(world).go(steps, until)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is told with what was done before
        return Found(seed, error, world.history if world else [])
    finally:
        if world and counts is not None:
            counts.update(world.counts)
    return None


class Walk:
    def __init__(self, world):
        self.world, self.bench, self.observer = world, Bench(), Observer()

    def go(self, steps, until):
        for _step in range(steps):
            if until():
                return
            self.step()

    def step(self):
        world = self.world
        world.pass_time(0.25)
        world.look()
        kind = world.chance.random()
        if kind < 0.03:
            episodes.desk_alone(world)
        elif kind < 0.05:
            episodes.with_phones(world)
        elif kind < 0.065:
            episodes.another_order(world)
        elif kind < 0.08:
            episodes.recorded_or_not(world)
        elif kind < 0.15:
            self.undo_or_redo()
        elif not self.try_act(self.choose()) and world.chance.random() > 0.1:
            # A refused act changes nothing, which need not be checked each time.
            return
        self.observer.look(world.event)
        self.check()

    def try_act(self, act):
        """Do an act, and return whether it was done."""
        try:
            act(self.world)
        except episodes.REFUSALS as error:
            self.world.refused(act, error)
            return False
        self.world.counts[act.__name__] += 1
        return True

    def choose(self):
        """Return an act that brings the game on, or any act at all."""
        if self.world.chance.random() < GUIDED:
            return self._next_act()
        return self.world.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]

    def _next_act(self):
        world, current = self.world, self.world.current()
        if world.game.state == "finished":
            return world.chance.choice(
                [acts_people.next_game, acts_people.other_game, acts_rounds.resume_game]
            )
        if current is None:
            return acts_rounds.draw
        following = {
            Round.State.DRAWN: lambda _round: acts_rounds.open_round,
            Round.State.OPEN: self._next_when_open,
            Round.State.CLOSED: self._next_when_closed,
        }
        return following[current.state](current)

    def _next_when_open(self, round_):
        if round_.closes_at is None:
            return acts_rounds.start
        if round_.closes_at <= self.world.now:
            return acts_rounds.let_time_pass
        going_on = [acts_rounds.let_time_pass, acts_rounds.send_slip, acts_rounds.end_round]
        return self.world.chance.choice(going_on)

    def _next_when_closed(self, round_):
        if round_.slips.filter(in_conflict=True).exists():
            return acts_rounds.settle
        keyed = round_.slips.filter(effective=True, source=Slip.Source.DESK, checked_by=None)
        if self.world.game.double_arbitration and keyed.exists():
            return acts_rounds.check_keyed
        return acts_rounds.announce

    def undo_or_redo(self):
        world, by = self.world, self.world.arbitrator()
        _back, again = undo.next_steps(world.game, by)
        what = undo.redo if world.chance.random() < (0.6 if again else 0.1) else undo.undo
        rows = world.game.log.count()
        world.tell(f"{by}: {what.__name__}")
        try:
            act = what(game=world.game, by=by)
        except episodes.REFUSALS as error:
            world.refused(what, error)
            assert world.game.log.count() == rows, "what was refused left a row"
        else:
            world.history[-1] += f" of {act.act}"
            world.counts[what.__name__] += 1
            assert world.game.log.count() > rows, f"{what.__name__} of {act.act} succeeded without a row"

    # --- after each act -----------------------------------------------------------------------------------------

    def check(self):
        world = self.world
        world.look()
        world.check_receipts()
        every = world.chance.random() < 0.1
        for game in world.event.games.select_related("event") if every else (world.game,):
            self.check_game(game)
        if every:
            self.check_event(world.event)

    def check_game(self, game):
        check_slips(game)
        self.bench.check(game)
        recount = Recount(game, self.observer)
        standings = standings_for_game(game)
        rows = {row.entry_id: row for row in standings.rows}
        assert rows.keys() == recount.lines.keys(), "the standings speak of others than were there"
        assert standings.top_total == recount.top_total
        ranks = recount.ranks()
        for key, line in recount.lines.items():
            told, counted = _of_row(rows[key]), _of_line(line, recount.top_total) | {"rank": ranks[key]}
            assert told == counted, f"{rows[key].name}: the standings say {told}, and not {counted}"
        self._check_record(game, recount)
        if self.world.chance.random() < 0.15:
            check_sheets(game, recount)

    def _check_record(self, game, recount):
        """Check that the recorded result of a finished game equals the one from its present rows."""
        record = read_recorded_scores(game.event).get(game.code)
        if game.state != "finished":
            assert record is None or not record.final, "a game that goes on is recorded as over"
        elif recount.top_total:
            assert record is not None, "a game that is over has no result on record"
            assert record.final, "the result of a game that is over is provisional"
            for key, line in recount.lines.items():
                total = record.score_of(key).total
                assert total == line.total, f"entry {key} has {line.total}, and {total} on record"

    def check_event(self, event):
        """Check that the standings of the event are the sums of its games."""
        games = [Recount(game, self.observer) for game in event.games.select_related("event")]
        for line in standings_for_event(event).lines:
            key = line.competitor.key
            wanted = sum(game.lines[key].total for game in games if key in game.lines and game.rounds)
            assert line.total == wanted, (
                f"{line.competitor.name} has {line.total} in the event, and not {wanted}"
            )


def _of_row(row):
    names = ("rank", "total", "negative", "tops", "solos", "solo_points")
    names += ("warnings", "warning_points", "penalties", "zeros")
    return {name: getattr(row, name) for name in names} | {"kept": list(row.kept)}


def _of_line(line, top_total):
    names = (
        "total",
        "tops",
        "solos",
        "solo_points",
        "warnings",
        "warning_points",
        "penalties",
        "zeros",
        "kept",
    )
    return {name: getattr(line, name) for name in names} | {"negative": line.total - top_total}


def check_slips(game):
    """Check the slips: one counts if there are any, and a phone's slip in time always has an effect."""
    standing = game.rounds.standing()
    counting = set(Slip.objects.filter(round__in=standing, effective=True).values_list("entry", "round"))
    waiting = Slip.objects.filter(round__in=standing, in_conflict=True)
    for key in waiting.values_list("entry", "round"):
        assert key in counting, f"a slip contradicts none: entry and round {key}"
    in_time = Slip.objects.filter(round__in=standing, source=Slip.Source.PHONE, late=False)
    for key in set(in_time.values_list("entry", "round")):
        assert key in counting, f"a receipt, and no slip that counts: entry and round {key}"
    numbers = [round_.number for round_ in game.rounds.announced().order_by("number")]
    assert numbers == list(range(1, len(numbers) + 1)), f"rounds {numbers}"


def check_sheets(game, recount):
    """Check that each player's own sheet adds up to the standings."""
    entries = list(game.event.entries.filter(pk__in=recount.lines).select_related("player", "partner"))
    if not entries:
        return
    sheets = Sheets(game, entries)
    for entry in entries:
        sheet = sheets.sheet(entry)
        lines = sheet["rounds"]
        total = sum(line["score"] + (line["solo"] or 0) - line["warning_points"] for line in lines)
        wanted = recount.lines[entry.pk].total
        assert sheet["total"] == total == wanted, (
            f"{entry}: {sheet['total']}, lines {total}, recounted {wanted}"
        )
