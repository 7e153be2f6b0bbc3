"""The program's invariants (docs/design.md): answers that the hall got, compared with the rows in the end.

Each check says how many cases it looked at and which of them broke the promise.
"""

import datetime as dt
import json
import subprocess
import sys
import uuid
from collections import Counter, defaultdict

from tests.chaos.hall import COLLEAGUE, LOGGED_AS
from tests.chaos.programs import moment
from tests.server import ROOT

# The acts that move the end of a round, and those that happen once a round whatever is tried again.
CLOCK_ACTS = ("clock_started", "clock_resumed", "clock_extended", "clock_paused", "round_ended")
# A longer silence is given back to the players; a beat comes every second, on a busy machine later.
SILENCE = dt.timedelta(seconds=8)
BEATS = 6
MARGIN = dt.timedelta(seconds=1.5)
ONCE = ("round_opened", "clock_started", "round_closed", "move_announced")


class Ledger:
    """The rows, and the answers to the hall, read once the hall is quiet."""

    def __init__(self, program, desk, players, told, codes):
        self.told = told
        self.desk = desk
        self.players = players
        self.codes = codes
        self.folder = program.folder
        self.outages = program.outages
        rows = program.rows
        self.slips = {
            str(uuid.UUID(str(client_id))): row
            for client_id, *row in rows(
                "SELECT client_id, s.id, s.round_id, r.number, s.word, s.reference, stated_score, late,"
                " effective, entry_id, received_at, r.state, g.code FROM duplicate_slip s"
                " JOIN duplicate_round r ON r.id = round_id"
                " JOIN duplicate_game g ON g.id = r.game_id"
            )
        }
        self.slip_count = rows("SELECT count(*) FROM duplicate_slip")[0][0]
        self.rulings = defaultdict(list)
        for slip, score, by in rows("SELECT slip_id, score, by_id FROM duplicate_ruling ORDER BY id"):
            self.rulings[slip].append((score, by))
        self.rows = [
            (code, act, number, by, moment(at), json.loads(params) if isinstance(params, str) else params)
            for code, act, number, by, at, params in rows(
                "SELECT g.code, act, l.number, u.username, l.at, l.params FROM duplicate_auditlogentry l"
                " JOIN duplicate_game g ON g.id = l.game_id LEFT JOIN auth_user u ON u.id = l.by_id ORDER BY l.id"
            )
        ]
        self.log = [(code, act, number) for code, act, number, *_rest in self.rows]
        self.rounds = rows(
            "SELECT r.id, g.code, r.number, r.state, tops, r.word, r.reference FROM duplicate_round r"
            " JOIN duplicate_game g ON g.id = r.game_id"
        )
        self.entries = {
            (code, table): entry
            for entry, code, table in rows(
                'SELECT e.id, g.code, e."table" FROM tournaments_entry e JOIN duplicate_game g'
                " ON g.event_id = e.event_id"
            )
        }


def receipts(ledger):
    """A receipt means committed: each has its row, as written and as answered."""
    lengthened = {
        (code, number) for code, act, number in ledger.log if act in {"clock_interrupted", "clock_extended"}
    }
    for slip_id, told in ledger.told.receipts.items():
        row = ledger.slips.get(slip_id)
        if row is None:
            yield f"the slip {slip_id} has a receipt and no row"
            continue
        _id, round_id, number, word, reference, score, late, *_rest, code = row
        stored = (round_id, number, word, reference, score)
        receipt = tuple(told[name] for name in ("round_id", "round", "word", "ref", "score"))
        right = stored == receipt == (round_id, number, *told["sent"])
        same = bool(late) == told["late"] or (told["late"] and (code, number) in lengthened)
        yield None if right and same else f"{stored}, late: {late}, was told as {told}"


def nothing_twice(ledger):
    """A slip that was sent many times is stored once, and a refused one is not stored."""
    yield None if len(ledger.slips) == ledger.slip_count else "a slip is stored twice"
    for slip_id in ledger.told.refused:
        yield f"{slip_id} was refused and stored" if slip_id in ledger.slips else None


def effective(ledger):
    """For each player and round only the last slip in time counts."""
    by_place = defaultdict(list)
    for row in ledger.slips.values():
        _id, round_id, *_values, late, counts, entry, received_at, _state, _code = row
        if not late:
            by_place[entry, round_id].append((received_at, bool(counts)))
    for place, slips in by_place.items():
        slips.sort()
        right = [counts for _at, counts in slips] == [False] * (len(slips) - 1) + [True]
        yield None if right else f"of entry and round {place} the wrong slip counts: {slips}"


def rulings(ledger):
    """In announced rounds every slip that counts has one ruling by the program, and no other slip has one."""
    for row in ledger.slips.values():
        slip, *_values, late, counts, _entry, _at, state, _code = row
        if state != "announced" or not (counts or late):
            continue
        wanted = 1 if counts else 0
        found = sum(by is None for _score, by in ledger.rulings[slip])
        yield None if found == wanted else f"slip {slip} has {found} rulings, not {wanted}"


def clock(ledger):
    """Only acts on record move the end of a round, whatever is killed and whatever the machine's clock says."""
    ends = defaultdict(set)
    for _at, code, what, content in ledger.told.answers:
        if what == "frame" and content["round"] and content["round"]["closes_at"]:
            ends[code, content["round"]["number"]].add(content["round"]["closes_at"])
    acts = Counter((code, number) for code, act, number in ledger.log if act in CLOCK_ACTS)
    for place, seen in ends.items():
        yield None if len(seen) <= acts[place] else f"round {place} had the ends {seen} by {acts[place]} acts"


def secrets(ledger):
    """Before the arbitrator first tried to announce a round, no answer to a phone had its top."""
    tops = {}
    for _id, code, number, _state, stored, word, reference in ledger.rounds:
        found = json.loads(stored) if isinstance(stored, str) else stored or ()
        tops[code, number] = {(top["word"], top["reference"]) for top in found} | {(word, reference)}
    for at, code, what, content in ledger.told.answers:
        if what == "sheet":
            early = [r["number"] for r in content["rounds"] if at < _announcing(ledger, code, r["number"])]
            yield f"{code}: the sheet told rounds {early} early" if early else None
        elif round_ := content["round"]:
            if at >= _announcing(ledger, code, round_["number"]):
                continue
            last = content["last"]
            told = last and (
                last["number"] >= round_["number"]
                or (last["word"], last["ref"]) in tops[code, round_["number"]]
            )
            yield (
                f"{code}: round {round_['number']} was told early"
                if told or round_["phase"] == "announced"
                else None
            )


def _announcing(ledger, code, number):
    return ledger.told.announcing.get((code, number), float("inf"))


def log(ledger):
    """Every act that was answered as done has its row, and none has two."""
    rows = Counter(ledger.log)
    for code, act, number in ledger.told.acts:
        found = any(rows[code, row, number] for row in LOGGED_AS[act])
        yield None if found else f"{act} of round {number} in {code} is not in the log"
    for (code, act, number), count in rows.items():
        if act in ONCE:
            yield None if count == 1 else f"{code}: {act} of round {number} is in the log {count} times"
        elif act == "rack_drawn":
            left = count - rows[code, "rack_put_back", number]
            yield None if left in {0, 1} else f"{code}: the rack of round {number} was drawn {count} times"


def stale_pages(ledger):
    """A page that is up to a minute old does nothing in a round that it did not show, and nothing twice."""
    sent = Counter((code, row, number) for code, act, number in ledger.told.stale for row in LOGGED_AS[act])
    done = Counter(
        (code, act, number)
        for code, act, number, by, *_rest in ledger.rows
        if by == COLLEAGUE and number is not None
    )
    for place in sent | done:
        count = done[place]
        yield None if count <= sent[place] else f"{place} was done {count} times and sent {sent[place]} times"


def given_back(ledger):
    """When no process could take slips for long, the clock stands at that moment: a crash takes nobody's time."""
    for outage in ledger.outages:
        if outage.ended is None or outage.ended - outage.begun < SILENCE or outage.shifted:
            continue
        for code, number, closes_at in outage.running:
            rows = [
                (act, at, params)
                for of, act, round_, _by, at, params in ledger.rows
                if (of, round_) == (code, number)
            ]
            touched = any(
                act in CLOCK_ACTS and outage.read_at - MARGIN < at < outage.begun + MARGIN
                for act, at, _params in rows
            )
            left = (closes_at - outage.begun).total_seconds()
            if touched or left < 2:
                continue
            after = [(act, at, params.get("left")) for act, at, params in rows if at >= outage.begun]
            changed = [row for row in after if row[0] in {*CLOCK_ACTS, "clock_interrupted"}]
            # The desk may have ended the round before anything else happened, or been about to stop the clock when the
            # laptop fell asleep: a pause that has time left is reckoned before the end, though it is written after it.
            if changed and (
                changed[0][0] == "round_ended"
                or (outage.asleep and changed[0][0] == "clock_paused" and changed[0][1] > closes_at)
            ):
                continue
            kept = [given for act, _at, given in changed[:1] if act == "clock_interrupted"]
            right = kept and int(left) <= kept[0] <= left + BEATS
            yield (
                None if right else f"{code}: round {number} had {left:.1f} s left at {outage.begun}: {after}"
            )


def one_round_at_a_time(ledger):
    """The game is where it was: rounds follow each other without a gap."""
    for code in ledger.codes:
        numbers = sorted(number for _id, of, number, *_ in ledger.rounds if of == code)
        yield None if numbers == list(range(1, len(numbers) + 1)) else f"{code} has the rounds {numbers}"


def standings(ledger):
    """The standings sent to players agree with the rows."""
    totals = Counter()
    for row in ledger.slips.values():
        slip, *_values, counts, entry, _at, state, _code = row
        if state == "announced" and counts:
            totals[entry] += ledger.rulings[slip][-1][0]
    for player in ledger.players:
        for code, phone in player.phones.items():
            told, kept = phone.me()["total"], totals[ledger.entries[code, phone.table]]
            yield None if told == kept else f"{phone.name} in {code} was told {told}, the rows say {kept}"


def replay(ledger):
    """The record of each game replays to the same scores."""
    for code in ledger.codes:
        path = ledger.folder / f"{code}.json"
        path.write_text(ledger.desk.get(f"/desk/{code}/record.json").text)
        if not json.loads(path.read_text())["rounds"]:
            continue
        done = subprocess.run(
            [sys.executable, "-m", "engine", "replay", path],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        yield None if done.returncode == 0 else f"{code}: {done.stdout[-500:]}{done.stderr[-500:]}"


def people(ledger):
    """No request got an unexpected answer."""
    yield None
    yield from ledger.told.troubles


PROMISES = (
    receipts, nothing_twice, effective, rulings, clock, given_back, secrets, log, stale_pages, one_round_at_a_time,
    standings, replay, people,
)  # fmt: skip


def kept(ledger):
    """Yield for each promise its text, the number of cases, and the broken ones."""
    for promise in PROMISES:
        cases = list(promise(ledger))
        yield promise.__doc__.partition("\n")[0], len(cases), [case for case in cases if case]
