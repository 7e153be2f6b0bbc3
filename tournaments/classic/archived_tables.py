"""Which tables of classic tournaments go into archives, and which stay behind."""

from tournaments.archived_tables import (
    KEYS_IN_ACTS,
    OF_EVENTS,
    OF_ORGANISERS,
    ArchiveTable,
    OmittedTable,
    Refer,
    Row,
)
from tournaments.classic import models
from tournaments.classic.acts.audit_log import KEY
from tournaments.classic.pairing.reasons import PEOPLE
from tournaments.described_settings.setting_columns import defaults_of


def _list_caps(row: Row) -> Row:
    """Turn the one cap of older formats into that of every round."""
    cap = row.pop("spread_cap", None)
    return row | {"spread_caps": [cap]} if cap else row


def _refer_match(row: Row, refer: Refer) -> Row:
    """Replace the keys of the contestants in reasons (`tournaments.classic.pairing.reasons`)."""
    reasons = [
        [
            code,
            {
                name: refer("division_entries", value) if name in PEOPLE else value
                for name, value in values.items()
            },
        ]
        for code, values in row["reasons"]
    ]
    return row | {"reasons": reasons}


KEYS_IN_ACTS[KEY] = "divisions"
OF_EVENTS.add(
    ArchiveTable(
        "divisions",
        models.Division,
        "event",
        200,
        {"balance_first": False, "spread_cap": None},
        older=_list_caps,
        # All that it lacks is what nobody had set.
        added=defaults_of(models.Division),
        named_in=("event_acts",),
    ),
    ArchiveTable("planned_stages", models.PlannedStage, "division__event", 60_000, since=6),
    ArchiveTable(
        "division_entries", models.DivisionEntry, "division__event", 10_000, added={"fixed_table": None}
    ),
    ArchiveTable(
        "division_rounds", models.DivisionRound, "division__event", 5_000, added={"first_table": None}
    ),
    ArchiveTable(
        "matches", models.Match, "round__division__event", 200_000, refer=_refer_match, added={"group": None}
    ),
    ArchiveTable("match_results", models.MatchResult, "match__round__division__event", 400_000),
    ArchiveTable("match_reports", models.MatchReport, "match__round__division__event", 400_000),
    ArchiveTable(
        "division_ratings", models.DivisionRating, "division__event", 5_000, added={"system": "elo"}
    ),
    ArchiveTable(
        "rating_changes",
        models.RatingChange,
        "rating__division__event",
        200_000,
        added={"deviation": None, "volatility": None},
    ),
    ArchiveTable("division_prizes", models.DivisionPrize, "division__event", 10_000),
    ArchiveTable("clocks", models.MatchClock, "event", 200_000),
    ArchiveTable("clock_acts", models.ClockAct, "clock__event", 1_000_000),
    # The code and the annotator's link open the record: both are given anew.
    ArchiveTable(
        "records",
        models.MatchRecord,
        "match__round__division__event",
        50_000,
        {"token_hash": None, "code": None},
        added={"second_begins": False},
    ),
    ArchiveTable("record_entries", models.RecordEntry, "record__match__round__division__event", 1_000_000),
    ArchiveTable("annotated_games", models.AnnotatedGame, "division__event", 20_000, {"code": None}, since=7),
)
OF_EVENTS.leave_out(
    OmittedTable(models.ClockLink, "is nothing but a secret that opens a clock on a device"),
    OmittedTable(models.GcgFile, "is a file that waits for its review"),
    OmittedTable(models.TournamentUpload, "is a file that waits for its review"),
    OmittedTable(models.DivisionOutlook, "is worked out again when somebody looks at it"),
)
OF_ORGANISERS.leave_out(
    OmittedTable(models.TournamentUpload, "is a file that waits for its review", "organiser")
)
