"""Which tables of duplicate games go into archives, and which stay behind."""

from duplicate import (
    models,
)
from tournaments.archived_tables import (
    OF_EVENTS,
    OF_ORGANISERS,
    OWNED,
    ArchiveTable,
    OmittedTable,
    Refer,
    Row,
)


def _refer_log(row: Row, refer: Refer) -> Row:
    """Replace the keys in an act: the slips and rulings that it changed, and who checked a slip.

    `duplicate.slips.changes` has their form. Acts that removed entries keep keys of rows here and secrets of
    phones: these are dropped, as a removal is not undone in another installation.
    """
    params = {name: value for name, value in row["params"].items() if name not in {"removed", "restored"}}
    if "slips" in params:
        params["slips"] = [
            [refer("slips", slip), before, refer("users", checked), after, refer("users", checked_then)]
            for slip, before, checked, after, checked_then in params["slips"]
        ]
    if "rulings" in params:
        params["rulings"] = [
            [refer("slips", slip), refer("rulings", before), refer("rulings", after)]
            for slip, before, after in params["rulings"]
        ]
    return row | {"params": params}


def _refer_ruling(row: Row, refer: Refer) -> Row:
    """Replace the key of the ruling that comes back when a sanction given by hand is taken back.

    `duplicate.arbitration.services` writes it.
    """
    params = row["params"]
    return row | {"params": params | {"was": refer("rulings", params["was"])}} if "was" in params else row


OF_EVENTS.add(
    # Prepared racks are encrypted with this installation's own key.
    # The digest of its words is computed here.
    ArchiveTable(
        "games",
        models.Game,
        "event",
        200,
        {"prepared": None, "words_digest": "", "speaks": False},
        named_in=("results", "game_tables"),
    ),
    ArchiveTable("game_words", models.GameWord, "game__event", 20_000, since=4),
    ArchiveTable("game_additions", models.GameAdditions, "game__event", 200, since=4),
    ArchiveTable("on_screens", models.OnScreens, "game__event", 200),
    ArchiveTable("rounds", models.Round, "game__event", 10_000),
    ArchiveTable("ready_rooms", models.RoomReady, "round__game__event", 50_000),
    ArchiveTable(
        "slips",
        models.Slip,
        "round__game__event",
        1_000_000,
        {"phone_number": None},
        added={"says_top": False},
    ),
    ArchiveTable(
        "rulings",
        models.Ruling,
        "slip__round__game__event",
        1_000_000,
        refer=_refer_ruling,
        added={"again": False, "further_warnings": 0, "conduct": False},
        named_in=("log",),
    ),
    ArchiveTable("round_arbitrators", models.RoundArbitrator, "round__game__event", 50_000, since=2),
    ArchiveTable("questions", models.Question, "round__game__event", 50_000),
    ArchiveTable("log", models.AuditLogEntry, "game__event", 500_000, refer=_refer_log),
)
OF_EVENTS.leave_out(
    OmittedTable(models.DelayedFrame, "is what viewers of a broadcast see for a minute"),
    OmittedTable(models.RoundMoves, "is worked out again when somebody looks at a round"),
    OmittedTable(models.Training, "is what a device here has trained on, whatever becomes of the game"),
    OmittedTable(models.TrainingRound, "is a round of such a training"),
    OmittedTable(
        models.DeckCard, "is what a player here repeats of their missed tops, and begins anew elsewhere"
    ),
)
OF_ORGANISERS.add(
    ArchiveTable(
        "club_rules", models.ClubRules, "organiser", 2_000, OWNED | {"changed_at": None, "changed_by": None}
    )
)
OF_ORGANISERS.leave_out(
    OmittedTable(models.PreparedGame, "is encrypted with this installation's own key", "organiser"),
    OmittedTable(models.Look, "belongs to a prepared game", "prepared__organiser"),
    OmittedTable(models.Simultaneous, "is signed with this installation's own key", "prepared__organiser"),
    OmittedTable(models.InvitedClub, "is a secret of a club", "simultaneous__prepared__organiser"),
    OmittedTable(models.ResultVersion, "belongs to a simultaneous game", "simultaneous__prepared__organiser"),
    OmittedTable(models.ResultFile, "waits for a review here", "simultaneous__prepared__organiser"),
    OmittedTable(models.ReceivedEnvelope, "belongs to a prepared game", "prepared__organiser"),
)
