"""Every row of every table, and the differences that are allowed when all has been undone.

Undoing is a further act, so some tables keep more afterwards, and a few columns tell that something happened:

- The log has more rows; those that were there are as they were.
- A game has a higher version: screens are told of undoing as well.
- Slips and rulings are only ever added. An added slip lies aside, and the last ruling on a slip equals the one
  before, or the program's own for a slip that had not been judged.
- The top of a round is known once somebody asked for it; that is no decision.
- The clock of a round has gone on while it ran: the time left is less by that and by nothing else.
- A rack that was put back and taken again is a new row that says the same.
- People whom somebody entered by a new name stay in the list of people, with their history; acts on the event as a
  whole are logged and never undone.
- Results are versions: the last one of a game says what the last one said.
- Who arbitrated a round by acts that were undone and done again is a new row that says the same.
- A team that went with its last member and came back with it is a new row.
"""

from django.apps import apps

from duplicate.models import Round
from tournaments.time import clock

APPS = ("duplicate", "tournaments", "classic", "club_tables", "website")
ONLY_ADDED = (
    "duplicate.AuditLogEntry",
    "tournaments.HistoricalPlayer",
    "tournaments.Player",
    "tournaments.EventAct",
)
SAID = ("score", "worth", "sanction", "further_warnings", "conduct", "code", "params", "solo", "reason")
FOUND_LATER = ("top_score", "tops")
CLOCK = ("closes_at", "remaining_ms")


def all_rows():
    """Return the rows of each table by key, and the time left on the clocks."""
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    rows = {
        model._meta.label: {row[model._meta.pk.attname]: row for row in model._base_manager.values()}
        for model in models
    }
    rows["clocks"] = {
        (round_.game_id, round_.number): _left(round_)
        for round_ in Round.objects.filter(state=Round.State.OPEN)
    }
    return rows


def _left(round_):
    """Return whether the clock runs, and the seconds left on it."""
    if round_.closes_at is None:
        return False, round_.remaining_ms / 1000
    return True, (round_.closes_at - clock.now()).total_seconds()


def differences(before, after, lost):
    """Return all differences as lines. `lost` returns for a game how long its clock has run, and how long
    those of others that run.
    """
    special = {
        "duplicate.Game": _games,
        "duplicate.Round": _rounds,
        "duplicate.Slip": _slips,
        "duplicate.Ruling": _rulings,
        "duplicate.RoundArbitrator": _arbitrators,
        "tournaments.GameResult": _results,
        "tournaments.ResultLine": _nothing,
        "tournaments.Team": _teams,
        "tournaments.Entry": _entries,
        "clocks": lambda before, after: _clocks(before, after, *lost),
    }
    found = []
    for table in before:
        if table in special:
            found += special[table](before, after)
        elif table in ONLY_ADDED:
            found += _compare(table, before[table], _of(after[table], before[table]))
        else:
            found += _compare(table, before[table], after[table])
    return found


def _nothing(_before, _after):
    return []


def _of(rows, keys):
    return {key: rows[key] for key in keys if key in rows}


def _without(rows, *names):
    return {
        key: {name: value for name, value in row.items() if name not in names} for key, row in rows.items()
    }


def _compare(table, before, after):
    found = [f"{table}: gone: {before[key]}" for key in before.keys() - after.keys()]
    found += [f"{table}: new: {after[key]}" for key in after.keys() - before.keys()]
    for key in before.keys() & after.keys():
        if before[key] != after[key]:
            differing = [name for name in before[key] if before[key][name] != after[key][name]]
            told = {name: (before[key][name], after[key][name]) for name in differing}
            found.append(f"{table} {key}: {told}")
    return found


def _games(before, after):
    table = "duplicate.Game"
    return _compare(table, _without(before[table], "version"), _without(after[table], "version"))


def _rounds(before, after):
    table = "duplicate.Round"
    return _compare(table, _by_number(before[table]), _by_number(after[table]))


def _by_number(rows):
    """Key a drawn rack by its number, as it may have been put back; all others by their keys."""
    found = {}
    for key, row in rows.items():
        is_drawn = row["state"] == Round.State.DRAWN
        found[(row["game_id"], row["number"]) if is_drawn else key] = row | ({"id": 0} if is_drawn else {})
    for row in found.values():
        for name in FOUND_LATER + CLOCK * (row["state"] == Round.State.OPEN):
            row.pop(name)
    return found


def _clocks(before, after, game, ran, passed):
    wanted = {}
    for key, (runs, left) in before["clocks"].items():
        lost = ran if key[0] == game else passed * runs
        wanted[key] = runs, round(left - lost, 3)
    now = {key: (runs, round(left, 3)) for key, (runs, left) in after["clocks"].items()}
    return [] if wanted == now else [f"clocks: {wanted} wanted, {now} there"]


def _slips(before, after):
    table = "duplicate.Slip"
    found = _compare(table, before[table], _of(after[table], before[table]))
    for key, row in after[table].items():
        if key not in before[table] and (row["effective"] or row["in_conflict"] or row["checked_by_id"]):
            found.append(f"{table} {key}: is new and does not lie aside: {row}")
    return found


def _rulings(before, after):
    table = "duplicate.Ruling"
    found = _compare(table, before[table], _of(after[table], before[table]))
    was, now = _last(before[table]), _last(after[table])
    first = {row["slip_id"]: row for row in reversed(after[table].values()) if row["by_id"] is None}
    for slip, row in now.items():
        if slip not in before["duplicate.Slip"]:
            continue
        wanted = was.get(slip) or first.get(slip)
        if wanted is None or any(row[name] != wanted[name] for name in SAID):
            found.append(f"{table}: slip {slip}: {wanted} became {row}")
    return found


def _last(rulings):
    """Return the last ruling on each slip."""
    return {row["slip_id"]: row for _key, row in sorted(rulings.items())}


def _arbitrators(before, after):
    """Compare who arbitrated which round: what was taken back and done again is a new row."""
    table = "duplicate.RoundArbitrator"
    return _compare(
        table, *({tuple(row.values())[1:]: {} for row in rows[table].values()} for rows in (before, after))
    )


def _results(before, after):
    """Compare the last version of each game's result."""
    table = "tournaments.GameResult"
    found = _compare(table, before[table], _of(after[table], before[table]))
    if _holding(before) != _holding(after):
        found.append(f"{table}: {_holding(before)} became {_holding(after)}")
    return found


def _holding(rows):
    last = {}
    for key, row in sorted(rows["tournaments.GameResult"].items()):
        lines = [
            {name: value for name, value in line.items() if name not in {"id", "result_id"}}
            for line in rows["tournaments.ResultLine"].values()
            if line["result_id"] == key
        ]
        told = row["state"], row["top_total"], row["tie_breaks"]
        last[row["game"]] = told, sorted(lines, key=lambda line: line["entry_id"])
    return last


def _teams(before, after):
    table = "tournaments.Team"
    return _compare(table, _by_key(before[table]), _by_key(after[table]))


def _by_key(teams):
    return {(row["event_id"], row["key"]): row | {"id": 0} for row in teams.values()}


def _entries(before, after):
    table = "tournaments.Entry"
    return _compare(table, _with_team(before), _with_team(after))


def _with_team(rows):
    teams = rows["tournaments.Team"]
    return {
        key: row | {"team_id": teams[row["team_id"]]["key"] if row["team_id"] else None}
        for key, row in rows["tournaments.Entry"].items()
    }
