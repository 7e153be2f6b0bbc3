"""Final results under the French rule, added up a second time from the rows alone.

Only the rows' own columns are read; the arithmetic is that of docs/rules.md, and nothing of the program's is used for
it.
"""

from collections import defaultdict

FREE_WARNINGS, WARNING_POINTS = 3, 5
SOLO_POINTS, SOLO_PLAYERS = 10, 16
WRITING = {"no_place_fits"}  # the faults of writing that the evening repeats


def recount(game):
    """Return (rank, total) of each table."""
    rounds = list(game.rounds.filter(state="announced").order_by("number"))
    entries = list(game.event.entries.order_by("table"))
    last = _last_rulings(rounds)
    arbitrated = _arbitrated(game, rounds)
    away = _away(game, entries, rounds, last)
    zeros = [zero for entry in entries for zero in _second_zeros(entry, rounds, last)]
    no_score = arbitrated | set(zeros)
    points = defaultdict(lambda: [0] * len(rounds))
    for number, round_ in enumerate(rounds):
        playing = [entry for entry in entries if (entry.pk, round_.pk) not in away | arbitrated]
        for entry in entries:
            points[entry.pk][number] = _kept(entry, round_, last, arbitrated)
        among = [entry for entry in playing if (entry.pk, round_.pk) not in no_score]
        _put_averages(points, number, round_, among, entries, arbitrated, zeros, last)
        winner = _solo(round_, playing, last)
        if winner and len(playing) >= SOLO_PLAYERS:
            points[winner.pk][number] += SOLO_POINTS
    for entry in entries:
        _take_for_warnings(points[entry.pk], entry, rounds, last, arbitrated)
    keys = {entry.table: (sum(points[entry.pk]), points[entry.pk][::-1]) for entry in entries}
    return {table: (1 + sum(other > key for other in keys.values()), key[0]) for table, key in keys.items()}


def _last_rulings(rounds):
    """Return the slip that counts and the last ruling on it, by player and round."""
    last = {}
    for round_ in rounds:
        for slip in round_.slips.filter(effective=True).prefetch_related("rulings"):
            last[slip.entry_id, round_.pk] = slip, max(slip.rulings.all(), key=lambda ruling: ruling.pk)
    return last


def _kept(entry, round_, last, arbitrated):
    key = entry.pk, round_.pk
    return last[key][1].score if key in last and key not in arbitrated else 0


def _arbitrated(game, rounds):
    """Return the players of the event who keyed, checked, ruled or announced in a round before it was
    announced.
    """
    player_of = {post.user_id: post.entry_id for post in game.event.posts.filter(entry__isnull=False)}
    done = set()
    for round_ in rounds:
        hands = {row.by_id for row in game.log.filter(number=round_.number, act__endswith="move_announced")}
        for slip in round_.slips.prefetch_related("rulings"):
            if slip.received_at <= round_.announced_at:
                hands |= {slip.keyed_by_id, slip.checked_by_id}
            hands |= {one.by_id for one in slip.rulings.all() if one.made_at <= round_.announced_at}
        done |= {(player_of[user], round_.pk) for user in hands if user in player_of}
    return done


def _away(game, entries, rounds, last):
    """Return who was not there when the time of a round was up, according to the log of arrivals and
    departures.
    """
    away = set()
    for entry in entries:
        goings = list(
            game.log.filter(entry=entry, act__in=("player_withdrawn", "player_back")).order_by("pk")
        )
        for round_ in rounds:
            before = [row.act for row in goings if row.at <= round_.closes_at]
            gone = bool(before) and before[-1] == "player_withdrawn"
            if (gone or entry.joined_at > round_.closes_at) and (entry.pk, round_.pk) not in last:
                away.add((entry.pk, round_.pk))
    return away


def _second_zeros(entry, rounds, last):
    """Yield the second of a run of paper zeros for the same fault, in successive rounds."""
    run, before = 0, None
    for round_ in rounds:
        slip, ruling = last.get((entry.pk, round_.pk), (None, None))
        is_zero = slip and slip.source == "desk" and ruling.sanction == "zero" and ruling.code in WRITING
        run = (run + 1 if ruling.code == before else 1) if is_zero else 0
        before = ruling.code if is_zero else None
        if run == 2:
            yield entry.pk, round_.pk


def _put_averages(points, number, round_, among, entries, arbitrated, zeros, last):
    for entry in entries:
        key = entry.pk, round_.pk
        if key in arbitrated:
            those = among
        elif key in zeros:
            keyed = last[key][0].keyed_by_id
            those = [
                other
                for other in among
                if (other.pk, round_.pk) in last and last[other.pk, round_.pk][0].keyed_by_id == keyed
            ]
        else:
            continue
        if those:
            total = sum(_kept(other, round_, last, arbitrated) for other in those)
            points[entry.pk][number] = int(total / len(those) + 0.5)


def _solo(round_, playing, last):
    """Return the player with the solo: given by an arbitrator, or else alone with the best move before
    penalties, unless it was withheld.
    """
    ruled = [(entry, last[entry.pk, round_.pk][1]) for entry in playing if (entry.pk, round_.pk) in last]
    for entry, ruling in ruled:
        if ruling.solo:
            return entry
    best = max((ruling.worth for _entry, ruling in ruled), default=0)
    alone = [(entry, ruling) for entry, ruling in ruled if ruling.worth == best > 0]
    return alone[0][0] if len(alone) == 1 and alone[0][1].solo is None else None


def _take_for_warnings(points, entry, rounds, last, arbitrated):
    warned = []
    for number, round_ in enumerate(rounds):
        key = entry.pk, round_.pk
        if key in last and key not in arbitrated:
            ruling = last[key][1]
            warned += [number] * ((ruling.sanction == "warning") + ruling.further_warnings + ruling.conduct)
    for number in warned[FREE_WARNINGS:]:
        points[number] -= WARNING_POINTS
