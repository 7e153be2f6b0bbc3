"""The documents of a division; importing this module registers them."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, Match, MatchRecord
from tournaments.classic.printing import invalidation, spreadsheets
from tournaments.classic.printing.data import lists, pairings, sheets, tables
from tournaments.classic.printing.data.clocks import overtime_shown
from tournaments.classic.printing.data.head_to_head import groups_there, meetings_shown
from tournaments.classic.printing.data.match_records import names_of, records_of, sheet_of_match
from tournaments.classic.printing.values import DivisionList, PlayerRecords
from tournaments.models import Event
from tournaments.people.changes import NAMED, WITH_CLUBS, WITH_FACTS
from tournaments.printing.letterhead import WITH_LETTERHEAD
from tournaments.printing.registry import (
    Choice,
    Document,
    Options,
    Subject,
    Words,
    add_documents,
    add_subject,
)
from tournaments.printing.won_prizes import prize_papers
from tournaments.wording import units
from tournaments.wording.clauses import label_clause

ROUNDS, STANDINGS, PLAYERS = _("Rounds of the division"), _("Standings"), _("Players")
DRAWING = "tournaments.classic.printing.pdf."


def _divisions(event: Event) -> Sequence[Division]:
    divisions = list(event.divisions.select_related("lexicon").order_by("pk"))
    for division in divisions:
        division.event = event
    return divisions


def _prizes_page(division: Division) -> tuple[str, Words]:
    return reverse("division-prizes", args=[division.event_id, division.pk]), _("Prizes")


# --- Choices -----------------------------------------------------------------------------------------------------


def _number(options: Options, name: str) -> int:
    """Return the chosen number; 0 without a choice, and if there was nothing to choose from."""
    return int(options.get(name) or 0)


def _round_choice(division: Division) -> Sequence[Choice]:
    """Return the choice of a paired round, the last one first; empty if there is none."""
    numbers = sheets.rounds_paired(division)
    words = [(str(number), str(number)) for number in numbers]
    return [Choice("round", pgettext_lazy("match", "Round"), words)] if words else []


def _after_choice(division: Division) -> Sequence[Choice]:
    return [Choice("after", _("After round"), _begun_round_words(division, _("now")))]


def _begun_round_words(division: Division, all_: Words) -> list[tuple[str, Words]]:
    """Return the choice of a round that has begun, the last one first; empty means what `all_` says."""
    begun = division.rounds.filter(begun_at__isnull=False).order_by("-number")
    return [("", all_), *((str(number), str(number)) for number in begun.values_list("number", flat=True))]


NUMBER, RANK, NAME = ("number", _("number")), ("rank", _("rank")), ("name", _("name"))


def _chart_choices(_division: Division) -> Sequence[Choice]:
    rounds = [("", _("played rounds")), ("all", _("all rounds, to fill in"))]
    return [
        Choice("order", _("Order"), [NUMBER, RANK, NAME]),
        Choice("rounds", pgettext_lazy("match", "Rounds"), rounds),
    ]


def _order_choice(_division: Division) -> Sequence[Choice]:
    return [Choice("order", _("Order"), [NUMBER, NAME])]


def _cross_choices(_division: Division) -> Sequence[Choice]:
    return [Choice("order", _("Order"), [RANK, NUMBER, NAME])]


OF_GROUPS: dict[str, Words] = {"teams": _("teams"), "clubs": _("clubs"), "classes": _("classes")}


def _meeting_choices(division: Division) -> Sequence[Choice]:
    groups = [(name, OF_GROUPS[name]) for name in groups_there(division)]
    since = [("", _("in this division")), ("ever", _("and over all stored results"))]
    return [
        Choice("of", _("Of"), [("players", _("players")), *groups]),
        Choice("since", _("Matches"), since),
    ]


def _clock_choices(division: Division) -> Sequence[Choice]:
    rounds = _begun_round_words(division, pgettext("match", "all"))
    who = [("", _("overtime or a handicap")), ("all", _("everybody"))]
    return [Choice("round", pgettext_lazy("match", "Round"), rounds), Choice("who", _("Who had"), who)]


def _record_choice(division: Division) -> Sequence[Choice]:
    """Return the choice of a kept match; empty if there is none."""
    words = [(str(record.match_id), _record_words(record)) for record in records_of(division)]
    return [Choice("match", _("Match"), words)] if words else []


def _record_words(record: MatchRecord) -> str:
    values = {"round": record.match.round.number, "table": record.match.table}
    return label_clause(gettext("Round %(round)s, table %(table)s") % values, " – ".join(names_of(record)))


# --- Counts ------------------------------------------------------------------------------------------------------


def _players(division: Division) -> int:
    return division.entries.count()


def _matches_of_last_round(division: Division) -> int:
    last = division.rounds.order_by("-number").values("pk")[:1]
    return Match.objects.filter(round__in=last, second__isnull=False).count()


def _clocks_there(division: Division) -> int:
    """Return how many matches have a clock, or overtime that somebody typed."""
    typed = Q(results__first_overtime__gt=0) | Q(results__second_overtime__gt=0)
    there = Match.objects.filter(typed | Q(clock__isnull=False), round__division=division)
    return there.distinct().count()


def _clocks(division: Division, options: Options) -> DivisionList:
    everybody = options.get("who") == "all"
    return overtime_shown(division, _number(options, "round") or None, everybody=everybody)


def _count_records(division: Division) -> int:
    return MatchRecord.objects.filter(match__round__division=division).count()


def _cards(division: Division, _options: Options, keys: Sequence[int]) -> PlayerRecords:
    return sheets.player_sheets(division, keys)


_of_players = partial(Document, count=_players, unit=units.PLAYERS)
_pairings = partial(
    Document,
    group=ROUNDS,
    pdf=DRAWING + "common.division_list_pdf",
    table=attrgetter("file"),
    count=_matches_of_last_round,
    unit=units.MATCHES,
    choices=_round_choice,
)

WINNERS = (
    invalidation.STANDINGS
    | invalidation.RATINGS
    | WITH_CLUBS
    | invalidation.PRIZES
    | WITH_LETTERHEAD
    | invalidation.RELEASED
)

add_subject(Subject("division", _divisions, name=lambda division: division.name, acts=invalidation.SEEN))
add_documents(
    "division",
    _pairings(
        name="pairings-by-table",
        title=_("Pairings by table"),
        about=_("The matches of a round, with first moves; with results once they are in."),
        gather=pairings.pairings_by_table,
        acts=invalidation.PAIRINGS | invalidation.RESULTS | NAMED | WITH_LETTERHEAD,
    ),
    _pairings(
        name="pairings-by-name",
        title=_("Pairings by name"),
        about=_("Each player’s table in a round, listed by name."),
        gather=pairings.pairings_by_name,
        acts=invalidation.PAIRINGS | NAMED | WITH_LETTERHEAD,
    ),
    _of_players(
        name="wall-chart",
        title=_("Wall chart"),
        about=_("Players by rounds: opponent, score, wins and spread so far."),
        group=STANDINGS,
        gather=lambda division, options: sheets.wall_chart_of(
            division, order=options.get("order", ""), all_rounds=options.get("rounds") == "all"
        ),
        choices=_chart_choices,
        pdf=DRAWING + "wall_chart.wall_chart_pdf",
        table=spreadsheets.wall_chart_table,
        acts=invalidation.STANDINGS | WITH_CLUBS | WITH_LETTERHEAD,
    ),
    _of_players(
        name="standings",
        title=_("Standings"),
        about=_("All players by rank, with wins, losses, spread and points; now or after a round."),
        group=STANDINGS,
        gather=lambda division, options: lists.standings_shown(division, _number(options, "after") or None),
        choices=_after_choice,
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=invalidation.STANDINGS | invalidation.RELEASED | WITH_CLUBS | WITH_LETTERHEAD,
    ),
    Document(
        name="score-cards",
        title=_("Score cards"),
        about=_("One per player, two per page: opponents as far as paired, the rest to fill in."),
        group=PLAYERS,
        gather=_cards,
        count=_players,
        unit=units.CARDS,
        choices=_order_choice,
        pdf=DRAWING + "score_cards.score_cards_pdf",
        keys=lambda division, options: sheets.player_keys(division, options.get("order", "")),
        keys_a_page=2,
        acts=invalidation.PLAYERS | invalidation.PAIRINGS | invalidation.RESULTS | WITH_CLUBS,
    ),
    Document(
        name="result-slips",
        title=_("Result slips"),
        about=_(
            "One per match of a round, six per page, with space for scores, challenges, overtime and "
            "signatures."
        ),
        group=ROUNDS,
        gather=lambda division, options, keys: sheets.slips_of(division, _number(options, "round"), keys),
        count=_matches_of_last_round,
        unit=units.SLIPS,
        choices=_round_choice,
        pdf=DRAWING + "result_slips.slips_pdf",
        keys=lambda division, options: sheets.slip_keys(division, _number(options, "round")),
        keys_a_page=sheets.SLIPS_A_PAGE,
        arranged=lambda keys: sheets.order_in_piles(sorted(keys)),
        acts=invalidation.PAIRINGS | NAMED,
    ),
    Document(
        name="table-numbers",
        title=_("Table numbers"),
        about=_("Stickers for the boards: the number of each table, eight per page, or on labels."),
        group=ROUNDS,
        gather=tables.table_stickers,
        count=lambda division: len(tables.tables_of(division)),
        unit=units.CARDS,
        choices=tables.sticker_choices,
        pdf=DRAWING + "tables.stickers_pdf",
        keys=tables.sticker_keys,
        keys_a_page=tables.STICKERS_A_PAGE,
        acts=invalidation.TABLES,
    ),
    _of_players(
        name="cross-table",
        title=_("Cross-table"),
        about=_("Each player’s opponents: thirty players per page; above sixty, one line per player."),
        group=STANDINGS,
        gather=lambda division, options, keys: lists.cross_table_of(
            division, options.get("order", ""), tuple(keys)
        ),
        choices=_cross_choices,
        pdf=DRAWING + "cross_table.cross_table_pdf",
        table=spreadsheets.cross_table,
        keys=lambda division, options: lists.cross_table_keys(division, options.get("order", "")),
        key_unit=units.PAGES,
        acts=invalidation.STANDINGS | NAMED | WITH_LETTERHEAD,
    ),
    _of_players(
        name="head-to-head",
        title=_("Head to head"),
        about=_("Results between any two players or groups who met; optionally over all stored results."),
        group=STANDINGS,
        gather=lambda division, options: meetings_shown(
            division, of=options.get("of", ""), ever=options.get("since") == "ever"
        ),
        choices=_meeting_choices,
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=invalidation.STANDINGS | WITH_CLUBS | WITH_LETTERHEAD,
    ),
    Document(
        name="clocks",
        title=_("Clocks and overtime"),
        about=_("Overtime in minutes and points, turn limits and handicaps."),
        group=ROUNDS,
        gather=_clocks,
        count=_clocks_there,
        unit=units.CLOCKS,
        choices=_clock_choices,
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=invalidation.OVERTIME | invalidation.CLOCKS | NAMED | WITH_LETTERHEAD,
    ),
    _of_players(
        name="players",
        title=_("Players"),
        about=_("All players with number, rating and club."),
        group=PLAYERS,
        gather=lambda division, options: lists.players_shown(division, options.get("order", "")),
        choices=_order_choice,
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=invalidation.PLAYERS | WITH_FACTS | WITH_LETTERHEAD,
    ),
    Document(
        name="player-records",
        title=_("Players’ records"),
        about=_("One page per player: opponents, scores, wins and spread so far, and the new rating."),
        group=PLAYERS,
        gather=lambda division, _options, keys: sheets.player_sheets(division, keys, judged=True),
        count=_players,
        unit=units.SHEETS,
        choices=_order_choice,
        pdf=DRAWING + "player_records.records_pdf",
        keys=lambda division, options: sheets.player_keys(division, options.get("order", "")),
        acts=invalidation.PLAYERS
        | invalidation.PAIRINGS
        | invalidation.RESULTS
        | invalidation.RATINGS
        | WITH_CLUBS
        | WITH_LETTERHEAD,
    ),
    _of_players(
        name="ratings",
        title=_("Ratings"),
        about=_("Every player’s new rating after the division."),
        group=STANDINGS,
        gather=lambda division, _options: lists.ratings_shown(division),
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=invalidation.STANDINGS | invalidation.RATINGS | NAMED | WITH_LETTERHEAD,
    ),
    Document(
        name="prizes",
        title=_("Prizes"),
        about=_("Each prize with its terms and its current winner."),
        group=STANDINGS,
        gather=lambda division, _options: lists.prizes_shown(division),
        count=lambda division: division.prizes.count(),
        unit=units.PRIZES,
        pdf=DRAWING + "common.division_list_pdf",
        table=attrgetter("file"),
        acts=WINNERS,
        made_at=_prizes_page,
    ),
    *prize_papers(lists.prizes_won, STANDINGS, WINNERS, _prizes_page),
    Document(
        name="score-sheet",
        title=_("Score sheet"),
        about=_("For a match recorded move by move: both players’ turns and the board, with the racks."),
        group=ROUNDS,
        gather=lambda division, options: sheet_of_match(division, _number(options, "match")),
        count=_count_records,
        unit=units.MATCHES,
        choices=_record_choice,
        pdf=DRAWING + "score_sheet.score_sheet_pdf",
        text=lambda sheet: sheet.gcg,
        text_kind="gcg",
        acts=invalidation.RECORDS
        | invalidation.RESULTS
        | invalidation.HEADED
        | NAMED
        | {invalidation.TURN_ENTERED}
        | WITH_LETTERHEAD,
        may=lambda who: who.judges,
    ),
)
