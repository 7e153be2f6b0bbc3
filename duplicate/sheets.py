"""What a player's phone is told of its own: the receipt of a slip, and the sheet, round by round beside the top."""

from duplicate.messages import sanction_text
from duplicate.models import Game, Round, Slip
from duplicate.selectors import RuledSlip, announced_rounds, slips_by_round, standings_for_game
from duplicate.standings import Solo
from tournaments import clock
from tournaments.models import Entry


def receipt_for(slip: Slip) -> dict[str, object]:
    return {
        "id": str(slip.client_id),
        "round": slip.round.number,
        "word": slip.word,
        "ref": slip.reference,
        "score": slip.stated_score,
        "received_at": clock.milliseconds(slip.received_at),
        "late": slip.late,
    }


def sheet_for_entry(game: Game, entry: Entry) -> dict[str, object]:
    """The sheet as the phone receives it. Of a round that is not announced it has the player's own slip alone."""
    announced = list(announced_rounds(game))
    standings = standings_for_game(game)
    mine = next(row for row in standings.rows if row.entry_id == entry.pk)
    by_round = slips_by_round(entry.slips.filter(round__game=game))
    in_progress = game.rounds.exclude(state=Round.State.ANNOUNCED).first()
    pending = by_round.get(in_progress.pk) if in_progress else None
    return {
        "name": entry.player.name,
        "table": entry.table,
        "rank": mine.rank if standings.rounds else None,
        "total": mine.total,
        "negative": mine.negative,
        "percent": mine.percent,
        "warnings": mine.warnings,
        "warning_points": mine.warning_points,
        "penalties": mine.penalties,
        "solo_points": mine.solo_points,
        "slip": receipt_for(pending.slip) if pending else None,
        "rounds": [
            _line(round_, by_round.get(round_.pk), solo)
            for round_, solo in reversed(list(zip(announced, standings.solos, strict=False)))
        ],
    }


def _line(round_: Round, ruled: RuledSlip | None, solo: Solo | None) -> dict[str, object]:
    line: dict[str, object] = {
        "number": round_.number,
        "rack_text": round_.rack,
        "word": "",
        "ref": "",
        "stated": None,
        "score": 0,
        "code": "no_slip",
        "verdict": "",
        "rule": "",
        "sanction": "zero",
        "sanction_text": "",
        "solo": None,
        "late": False,
        "top": {"word": round_.word, "ref": round_.reference, "score": round_.score},
    }
    if ruled is None:
        return line
    slip = ruled.slip
    return line | {
        "word": slip.word,
        "ref": slip.reference,
        "stated": slip.stated_score,
        "score": ruled.score,
        "code": ruled.code,
        "verdict": ruled.verdict,
        "rule": ruled.rule,
        "sanction": ruled.sanction,
        "sanction_text": sanction_text(ruled.sanction),
        "solo": solo.points if solo and solo.entry_id == slip.entry_id else None,
        "late": slip.late,
    }
