"""The values of printed pieces that are cut and handed out: slips with table and round, table cards, badges.

The key of a slip has table and round in one number, that of a badge the entry and which of its people.
"""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.seating import entries_of
from duplicate.models import Game
from duplicate.printing.data.seating import has_tables
from duplicate.printing.values.cards import Badge, BlankSlip, CardsOnPaper, TableCard
from tournaments.codes import badge_code
from tournaments.events.kinds_of_play import PlaceOfPlay, has_divisions, places_of
from tournaments.models import Entry, Event
from tournaments.names.folding import sort_key
from tournaments.printing.labels import label_choices, skip_used_labels
from tournaments.printing.pdf.label_sheets import sheet_of
from tournaments.printing.registry import EMPTY, Choice, Options

SLIPS_A_PAGE, CARDS_A_PAGE, BADGES_A_PAGE = 8, 4, 8
# More rounds than any game has.
ROUNDS = 1000
ENTERED, NEXT, BY_HAND = "entered", "next", "none"
USUAL_ROUNDS = ("1-20", "1-16", "1-24", "1-30", "21-30", "31-40")
USUAL_TABLES = ("10", "20", "30", "50", "100")


def tables_choice(game: Game) -> Choice:
    """Return the choice of tables; ranges of numbers come first until somebody is entered."""
    entered = (ENTERED, gettext("tables with players"))
    numbers = [(last, gettext("1 to %(last)s") % {"last": last}) for last in USUAL_TABLES]
    values = [entered, *numbers] if game.event.entries.exists() else [*numbers, entered]
    return Choice("tables", _("Tables"), values)


def slip_choices(game: Game) -> Sequence[Choice]:
    ranges = [
        (each, gettext("%(first)s to %(last)s") % dict(zip(("first", "last"), each.split("-"), strict=True)))
        for each in USUAL_ROUNDS
    ]
    following = (NEXT, gettext("the next one (%(number)s)") % {"number": _next_round(game)})
    by_hand = (BY_HAND, gettext("none: to be filled in by hand"))
    return [Choice("rounds", _("Rounds"), [*ranges, following, by_hand]), tables_choice(game)]


def table_card_choices(game: Game) -> Sequence[Choice]:
    return [tables_choice(game), *label_choices()]


def table_card_keys(game: Game, options: Options) -> Sequence[int]:
    return skip_used_labels(options, tables_of(game, options))


def tables_of(game: Game, options: Options) -> list[int]:
    """Return the chosen tables, in order."""
    wanted = options.get("tables", ENTERED)
    if wanted != ENTERED:
        return list(range(1, int(wanted) + 1))
    return list(entries_of(game).filter(withdrawn_at=None).values_list("seat", flat=True))


def slips_to_print(game: Game) -> int:
    """Return the number of slips if nothing else is chosen."""
    return cards_to_print(game) * len(_rounds(game, USUAL_ROUNDS[0]))


def cards_to_print(game: Game) -> int:
    """Return the number of tables; before anybody is entered, the first number that is offered."""
    return game.event.entries.filter(withdrawn_at=None).count() or int(USUAL_TABLES[0])


def slip_keys(game: Game, options: Options) -> Sequence[int]:
    """Return the keys of the slips for these rounds and tables, arranged for cutting."""
    rounds = _rounds(game, options.get("rounds", USUAL_ROUNDS[0]))
    slips = [table * ROUNDS + round_ for table in tables_of(game, options) for round_ in rounds]
    return arrange_slips(slips)


def arrange_slips(keys: Sequence[int]) -> Sequence[int]:
    """Arrange slips for cutting: the piles of the cut stack, laid on each other, are packs by table.

    Each pile has the slips that follow those of the pile before.
    """
    slips = sorted(key for key in keys if key != EMPTY)
    pages = -(-len(slips) // SLIPS_A_PAGE)
    places = (pile * pages + page for page in range(pages) for pile in range(SLIPS_A_PAGE))
    return [slips[place] if place < len(slips) else EMPTY for place in places]


def _rounds(game: Game, wanted: str) -> Sequence[int]:
    if wanted == BY_HAND:
        return [0]
    if wanted == NEXT:
        return [_next_round(game)]
    first, last = wanted.split("-")
    return range(int(first), int(last) + 1)


def _next_round(game: Game) -> int:
    return game.rounds.announced().count() + 1


def blank_slips(game: Game, _options: Options, keys: Sequence[int]) -> Sequence[BlankSlip | None]:
    """Return a slip for each key, with the names of the players at its table."""
    names = _names_at(game, {key // ROUNDS for key in keys})
    return [
        None if key == EMPTY else BlankSlip(key // ROUNDS, key % ROUNDS, names.get(key // ROUNDS, ""))
        for key in keys
    ]


def table_cards(game: Game, options: Options, keys: Sequence[int]) -> CardsOnPaper[TableCard]:
    """Return a card for each table; a phone that scans it joins the game."""
    names = _names_at(game, set(keys))
    open_ = game.state == Game.State.PLAYING
    path, code = (reverse("join", args=[game.code]), game.code) if open_ else ("", "")
    cards = [None if table == EMPTY else TableCard(table, names.get(table, ""), path, code) for table in keys]
    return CardsOnPaper(cards, sheet_of(options))


def _names_at(game: Game, tables: set[int]) -> dict[int, str]:
    found = entries_of(game).filter(seat__in=tables, withdrawn_at=None)
    return {entry.table: entry.name for entry in found.select_related("player", "partner")}


def badge_choices(event: Event) -> Sequence[Choice]:
    """Return the orders of badges; the one by tables only if badges show tables."""
    parts = [("division", _("divisions"))] if has_divisions(event) else []
    tables = [("table", _("tables"))] if has_tables(event) else []
    order = [("name", _("names")), ("club", _("clubs")), *tables, *parts]
    return [Choice("order", _("In the order of"), order), *label_choices()]


def badge_keys(event: Event, options: Options) -> Sequence[int]:
    """Return one key for each person, also of pairs, and also of expected players."""
    badges = list(_badges_by_key(event, _entries(event)).items())
    order = options.get("order", "name")
    badges.sort(
        key=lambda pair: (
            (pair[1].table or 0) if order == "table" else 0,
            sort_key(pair[1].club) if order == "club" else (),
            sort_key(pair[1].division) if order == "division" else (),
            sort_key(pair[1].name),
        )
    )
    return skip_used_labels(options, [key for key, _badge in badges])


def badges(event: Event, options: Options, keys: Sequence[int]) -> CardsOnPaper[Badge]:
    """Return a badge for each key; None for a person who was removed since."""
    found = _badges_by_key(event, _entries(event).filter(pk__in={key // 2 for key in keys}))
    return CardsOnPaper([found.get(key) for key in keys], sheet_of(options))


def people_of(event: Event) -> int:
    entries = event.entries.filter(withdrawn_at=None)
    return entries.count() + entries.exclude(partner=None).count()


def _entries(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(withdrawn_at=None).select_related("player__club", "partner__club")


def _badges_by_key(event: Event, entries: QuerySet[Entry]) -> dict[int, Badge]:
    path, tables = _path_of(event), has_tables(event)
    places = places_of([entry.pk for entry in entries])
    return {
        2 * entry.pk + person: badge
        for entry in entries
        for person, badge in enumerate(_badges_of(entry, places.get(entry.pk), path, tables=tables))
    }


def _badges_of(entry: Entry, place: PlaceOfPlay | None, path: str, *, tables: bool) -> list[Badge]:
    """Return the badges of an entry; without a place in a division, phones open `path`."""
    table = entry.table if tables and place is None else None
    opened, division = (place.phone_path, place.division) if place else (path, "")
    code = badge_code(entry.pk)
    return [
        Badge(person.shown_name, person.club.name if person.club else "", table, opened, division, code)
        for person in (entry.player, entry.partner)
        if person
    ]


def _path_of(event: Event) -> str:
    """Return the path at which a phone joins the game in progress, or else the event's public page."""
    game = event.games.filter(state=Game.State.PLAYING).order_by("number").first()
    if game is not None:
        return reverse("join", args=[game.code])
    return reverse("public-standings", args=[event.pk]) if event.public else ""
