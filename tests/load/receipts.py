"""Receipts against rows: what phones were told, compared with the database afterwards."""

import uuid
from datetime import UTC, datetime

ROWS = """
    SELECT s.client_id, e.table_number, r.number, s.round_id, s.word, s.reference, s.stated_score, s.late, s.received_at
    FROM duplicate_slip s JOIN duplicate_round r ON r.id = s.round_id JOIN duplicate_game g ON g.id = r.game_id
    JOIN (SELECT id, "table" AS table_number FROM tournaments_entry) e ON e.id = s.entry_id
    WHERE g.code = '{code}'
"""
# Players with a slip in time and not exactly one that counts, or one that counts and is not the last.
WRONG = """
    SELECT s.entry_id, s.round_id FROM duplicate_slip s JOIN duplicate_round r ON r.id = s.round_id
    JOIN duplicate_game g ON g.id = r.game_id WHERE g.code = '{code}' AND NOT s.late
    GROUP BY 1, 2 HAVING count(CASE WHEN s.effective THEN 1 END) <> 1
    OR max(s.received_at) <> max(CASE WHEN s.effective THEN s.received_at END)
"""
UNJUDGED = """
    SELECT s.id FROM duplicate_slip s JOIN duplicate_round r ON r.id = s.round_id JOIN duplicate_game g
    ON g.id = r.game_id LEFT JOIN duplicate_ruling u ON u.slip_id = s.id
    WHERE g.code = '{code}' AND s.effective AND r.state = 'announced' AND u.id IS NULL
"""


def compare(program, code, receipts):
    """Count the differences between receipts and rows; None if the database cannot be asked."""
    found = program.rows(ROWS.format(code=code))
    if found is None:
        return None
    rows = {_uuid(client_id): (table, _told(rest)) for client_id, table, *rest in found}
    told = {slip: (table, _without_id(receipt)) for slip, (table, receipt) in receipts.items()}
    return {
        "rows": len(found),
        "receipts": len(told),
        "receipts without a row": sum(slip not in rows for slip in told),
        "rows that say other than the receipt": sum(
            slip in rows and rows[slip] != told[slip] for slip in told
        ),
        "slips stored twice": len(found) - len(rows),
        "players without the last slip in time counting": len(program.rows(WRONG.format(code=code))),
        "counting slips without a ruling": len(program.rows(UNJUDGED.format(code=code))),
    }


def _uuid(value):
    return str(value if isinstance(value, uuid.UUID) else uuid.UUID(value))


def _without_id(receipt):
    return {name: value for name, value in receipt.items() if name != "id"}


def _told(row):
    number, round_id, word, reference, score, late, received_at = row
    if isinstance(received_at, str):
        received_at = datetime.fromisoformat(received_at).replace(tzinfo=UTC)
    return {
        "round": number,
        "round_id": round_id,
        "word": word,
        "ref": reference,
        "score": score,
        "late": bool(late),
        "received_at": int(received_at.timestamp() * 1000),
    }
