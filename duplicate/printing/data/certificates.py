"""Certificates of a game or of a whole event: the winners, and their results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.standings.rows.event_results import event_is_final, standings_for_event
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.events.results import competitors_of
from tournaments.events.services import categories_of
from tournaments.models import Event
from tournaments.names.folding import series_key, sort_key
from tournaments.printing.pdf.values import Certificate
from tournaments.printing.registry import Choice, Options
from tournaments.standings.filters import Selection, with_given
from tournaments.standings.ranking import Competitor

WHOM = Choice(
    "whom",
    _("For"),
    (
        ("3", _("the first three")),
        ("1", _("the first")),
        ("10", _("the first ten")),
        ("category", _("the first of each age category")),
        ("series", _("the first of each series")),
        ("club", _("the first of each club")),
        ("all", _("everybody")),
    ),
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the standings of a game or an event."""

    key: int
    rank: int
    name: str
    total: int
    percent: float | None


def game_is_provisional(game: Game) -> bool:
    """Tell whether places may change: the game is not over, or its standings are marked as provisional."""
    return game.state != Game.State.FINISHED or game.event.released == Event.Released.PROVISIONAL


def event_is_provisional(event: Event) -> bool:
    """Tell whether places may change: a game is not over, or the standings are marked as provisional."""
    return not event_is_final(event) or event.released == Event.Released.PROVISIONAL


def certificate_choices(_subject: object) -> Sequence[Choice]:
    return [WHOM]


def game_certificate_keys(game: Game, options: Options) -> Sequence[int]:
    return list(_game_certificates(game, options))


def game_certificates(game: Game, options: Options, keys: Sequence[int]) -> Sequence[Certificate | None]:
    """Return a certificate for each key; None for an entry that no longer gets one."""
    certificates = _game_certificates(game, options)
    return [certificates.get(key) for key in keys]


def event_certificate_keys(event: Event, options: Options) -> Sequence[int]:
    return list(_certificates(_event_lines(event), event, options, ""))


def event_certificates(event: Event, options: Options, keys: Sequence[int]) -> Sequence[Certificate | None]:
    """Return a certificate for each key; None for an entry that no longer gets one."""
    certificates = _event_certificates(event, options)
    return [certificates.get(key) for key in keys]


def _game_certificates(game: Game, options: Options) -> Mapping[int, Certificate]:
    rows = standings_for_game(game).rows
    lines = [
        _Line(row.entry_id, row.rank, row.name, row.total, row.percent) for row in rows if not row.absent
    ]
    what = game.name if game.event.games.count() > 1 else ""
    made = _certificates(lines, game.event, options, what)
    return _mark_provisional(made, provisional=game_is_provisional(game))


def _event_certificates(event: Event, options: Options) -> Mapping[int, Certificate]:
    made = _certificates(_event_lines(event), event, options, "")
    return _mark_provisional(made, provisional=event_is_provisional(event))


def _event_lines(event: Event) -> list[_Line]:
    return [
        _Line(line.competitor.key, line.rank, line.competitor.name, line.total, line.percent)
        for line in standings_for_event(event).lines
    ]


def _mark_provisional(
    certificates: Mapping[int, Certificate], *, provisional: bool
) -> Mapping[int, Certificate]:
    return {key: replace(certificate, provisional=provisional) for key, certificate in certificates.items()}


def _certificates(
    lines: Sequence[_Line], event: Event, options: Options, what: str
) -> Mapping[int, Certificate]:
    """Return the certificates by key of the entry, in the order of ranks; or category after category."""
    whom = options.get("whom", "3")
    if whom in {"category", "series", "club"}:
        return _firsts_of_groups(lines, event, whom, what)
    most = len(lines) if whom == "all" else int(whom)
    return {
        line.key: _certificate(line, line.rank, len(lines), "", what) for line in lines if line.rank <= most
    }


def _firsts_of_groups(lines: Sequence[_Line], event: Event, by: str, what: str) -> Mapping[int, Certificate]:
    competitors = {competitor.key: competitor for competitor in competitors_of(event)}
    certificates: dict[int, Certificate] = {}
    for name, has in _groups(event, by, competitors.values()):
        members = [line for line in lines if line.key in competitors and has(competitors[line.key])]
        for line in members:
            if line.rank == members[0].rank:
                certificates.setdefault(line.key, _certificate(line, 1, len(members), name, what))
    return certificates


def _groups(
    event: Event, by: str, competitors: Iterable[Competitor]
) -> Iterable[tuple[str, Callable[[Competitor], bool]]]:
    """Return the groups in their order, each with the test for its members."""
    persons = [person for competitor in competitors for person in competitor.persons]
    if by == "category":
        categories = with_given(categories_of(event), persons)
        return [(category.name, Selection(category=category).has) for category in categories]
    if by == "series":
        return [
            (name, Selection(series=name).has)
            for name in sorted({person.series for person in persons} - {""}, key=series_key)
        ]
    return [
        (name, Selection(club=name).has)
        for name in sorted({person.club for person in persons} - {""}, key=sort_key)
    ]


def _certificate(line: _Line, rank: int, of: int, among: str, what: str) -> Certificate:
    return Certificate(
        name=line.name, rank=rank, of=of, total=line.total, percent=line.percent, among=among, what=what
    )
