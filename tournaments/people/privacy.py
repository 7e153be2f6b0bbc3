"""Personal data: what is stored of a person, given to them, and erased when the club no longer needs it.

Terms. To *erase* a person removes name, licence, club, country, series, year of birth and rating, from the
history as well. Players who never played are deleted; players who did stay in the standings as "Player 12",
so that the games of the others remain unchanged. Other parts of the program erase, and tell, their own data
on a person: they listen to the signals here, within the same transaction.
"""

import datetime as dt
from collections.abc import Collection
from dataclasses import asdict
from typing import Any, cast

from django.db import models, transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest, TruncDate
from django.dispatch import Signal
from django.utils.translation import gettext
from simple_history.utils import update_change_reason

from tournaments.errors import RuleViolation
from tournaments.locks import lock_games
from tournaments.models import Entry, EventAct, PeopleList, Player, PrintJob, PrintPart
from tournaments.models.results import ResultLine
from tournaments.names import folding
from tournaments.names.name_parts import PAIR, join_pair
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.people.merging import entries_of
from tournaments.people.services import MERGED, person_of
from tournaments.time import clock

# The reason in the history of a player who was erased, as it has been stored from the beginning.
ERASED = "forgotten"
NOTHING = {
    "licence": "",
    "club": None,
    "country": "",
    "series": "",
    "committee": "",
    "age_category": "",
    "sex": "",
    "birth_year": None,
    "rating": None,
    "rated_games": None,
}
# The name of a person who was erased, where no number tells them apart.
NO_NAME = "–"
# The keys by which acts on record name somebody.
PERSONS = frozenset({"name", "first", "second"})
# Fields of a row of the history, and of a line of a game's result.
KEPT = (
    "history_date",
    "history_change_reason",
    "name",
    "given_name",
    "family_name",
    "licence",
    "committee",
    "country",
    "series",
    "age_category",
    "sex",
    "birth_year",
    "rating",
    "rated_games",
)
GIVEN = (
    "total",
    "negative",
    "solo_points",
    "warnings",
    "penalties",
    "zeros",
    "tops",
    "best_move",
    "absent",
    "rounds",
)
LONG_AGO = Value(dt.date(1900, 1, 1), output_field=models.DateField())

# Sent with `player` and `known`, the names to be erased, before erasing; receivers may raise a RuleViolation.
erasing = Signal()
# Sent with `player` when only the new name is left.
erased = Signal()
# Sent with `player`; receivers return a dictionary of their data on the person, ready for JSON.
told = Signal()
# Sent with `days`; receivers erase their own data on people that is older, and return a sentence on it.
expired = Signal()


@transaction.atomic
def erase_player(player: Player) -> None:
    """Erase the personal data of a player.

    Raises:
        RuleViolation: they are in a game that is not over.
    """
    lock_games(list(entries_of(player).values_list("event", flat=True)))
    player = Player.objects.select_for_update().get(pk=player.pk)
    known = _names_of(player)
    erasing.send(Player, player=player, known=known)
    _erase_lists(known)
    erase_files(entries_of(player).values("event"))
    own = Player.history.filter(organiser=player.organiser_id, name__in=known)
    own.exclude(id__in=Player.objects.values("pk")).delete()
    if not entries_of(player).exists():
        _erase_acts(player, known, NO_NAME)
        pk = player.pk
        player.delete()
        Player.history.filter(id=pk).delete()
        return
    entries_of(player).update(remarks="")
    player.history.all().delete()
    # Clubs keep what they know of their players, and erase it themselves.
    with disable_scope():
        Player.objects.filter(federation_player=player).update(federation_player=None)
    neutral = _neutral_name(player)
    _erase_acts(player, known, neutral)
    player.rename(neutral)
    for field, value in NOTHING.items():
        setattr(player, field, value)
    player.full_clean()
    player.save()
    update_change_reason(player, ERASED)
    erased.send(Player, player=player, known=known)


def people_to_erase(days: int) -> QuerySet[Player, Any]:
    """Return players who have neither played nor been entered or changed for so many days, and are still
    known.

    Each has `last`, the day of the last such event.
    """
    history = Player.history.filter(id=OuterRef("pk")).order_by("-history_date", "-history_id")
    return (
        Player.objects.annotate(
            last=Greatest(
                TruncDate("created_at"),
                Coalesce(Max("entries__event__date"), LONG_AGO),
                Coalesce(Max("partner_entries__event__date"), LONG_AGO),
                Coalesce(TruncDate(Subquery(history.values("history_date")[:1])), LONG_AGO),
                output_field=models.DateField(),
            ),
            reason=Coalesce(Subquery(history.values("history_change_reason")[:1]), Value("")),
        )
        .filter(last__lt=clock.now().date() - dt.timedelta(days=days))
        .exclude(reason=ERASED)
        .order_by("name", "pk")
    )


def erase_people(days: int) -> tuple[int, list[tuple[Player, RuleViolation]]]:
    """Erase all of them, one by one; return how many, and those who cannot be erased yet, with the
    reason.
    """
    count, refused = 0, []
    for player in list(people_to_erase(days)):
        try:
            with scope_to_organiser(player.organiser_id):
                erase_player(player)
        except RuleViolation as reason:
            refused.append((player, reason))
        else:
            count += 1
    return count, refused


def erase_expired(days: int) -> list[str]:
    """Erase what other parts of the program keep of people for longer than this; return a sentence for each."""
    answers = expired.send(Player, days=days)
    return [str(sentence) for _receiver, sentence in answers if sentence]


def data_of(player: Player) -> dict[str, Any]:
    """Return all data that is stored of a person, to be given to them."""
    data: dict[str, Any] = {
        "known": asdict(person_of(player)),
        "since": player.created_at,
        "before": [
            {field: getattr(was, field) for field in KEPT} | {"club": was.club.name if was.club else ""}
            for was in player.history.select_related("club")
        ],
        "events": [
            {
                "event": entry.event.name,
                "date": entry.event.date,
                "table": entry.table,
                "name": entry.full_name,
                "team": entry.team.name if entry.team else "",
                "paid": entry.paid,
                "remarks": entry.remarks,
            }
            for entry in entries_of(player).select_related("event", "player", "partner", "team")
        ],
        "results": [
            {"event": line.result.event.name, "game": line.result.name, "version": line.result.version}
            | {field: getattr(line, field) for field in GIVEN}
            for line in ResultLine.objects.filter(entry__in=entries_of(player)).select_related(
                "result__event"
            )
        ],
    }
    for _receiver, answer in told.send(Player, player=player):
        data |= cast("dict[str, Any]", answer)
    return data


def replace_names(params: dict[str, Any], known: Collection[str], name: str) -> dict[str, Any]:
    """Return the values of an act on record, with one name in place of the known ones.

    The name is replaced also within a pair, in a list, and in the act that it undoes. Words and racks stay:
    some are written like names.
    """
    told = dict(params)
    for key in PERSONS & told.keys():
        told[key] = join_pair(name if part in known else part for part in told[key].split(PAIR))
    if "names" in told:
        of_each = (replace_names({"name": each}, known, name)["name"] for each in told["names"].split(", "))
        told["names"] = ", ".join(of_each)
    if "of" in told:
        told["of"] = told["of"] | {"params": replace_names(told["of"]["params"], known, name)}
    return told


def _erase_acts(player: Player, known: Collection[str], name: str) -> None:
    """Erase the names in acts on events, which know people by name alone.

    These are the acts of the person's own events, and those of the organiser's other events where nobody else
    has this name.
    """
    own = entries_of(player).values("event")
    called_so = Entry.objects.exclude(Q(player=player) | Q(partner=player)).filter(
        Q(player__name__in=known) | Q(partner__name__in=known), event=OuterRef("event")
    )
    naming = Q()
    for one in known:
        naming |= (
            Q(params__name=one)
            | Q(params__first=one)
            | Q(params__second=one)
            | Q(params__names__icontains=one)
        )
    wanted = Q(event__in=own, params__has_any_keys=[*PERSONS, "names"]) | (naming & ~Exists(called_so))
    # The excluded acts name the event, not a person.
    acts = EventAct.objects.filter(wanted, event__organiser=player.organiser_id).exclude(
        act__in=("event_changed", "event_renamed")
    )
    for act in acts.iterator():
        params = replace_names(act.params, known, name)
        if params != act.params:
            EventAct.objects.filter(pk=act.pk).update(params=params)


def erase_files(events: "QuerySet[Any, Any]") -> None:
    """Delete the documents of these events, made or in the making, with the names in them; users can print
    them anew.

    `events` gives the keys of the events.
    """
    PrintPart.objects.filter(job__event__in=events).delete()
    PrintJob.objects.filter(event__in=events).only("pk").delete()


def _names_of(player: Player) -> set[str]:
    """Return all names that the person had here, also those of rows that were merged into this one."""
    names = {player.name}
    for was in player.history.all():
        names.add(was.name)
        reason = was.history_change_reason or ""
        if reason.startswith(MERGED):
            names.add(reason.removeprefix(MERGED))
    return names


def _neutral_name(player: Player) -> str:
    name = gettext("Player {number}").format(number=player.pk)
    while Player.objects.filter(key=folding.key(name)).exclude(pk=player.pk).exists():
        name += "*"
    return name


def _erase_lists(known: Collection[str]) -> None:
    """Delete lists that were read and not imported, if they have the person in them: they can be read again.

    From the others delete the person's lines among those left out.
    """
    wanted = [set(folding.fold(name).split()) for name in known]

    def has_them(cells: Collection[str]) -> bool:
        words = set(folding.fold(" ".join(cells)).split())
        return any(name <= words for name in wanted)

    for kept in PeopleList.objects.filter(done_at=None):
        if any(has_them(cells) for _number, cells in kept.lines):
            kept.delete()
    for done in PeopleList.objects.exclude(left_out=[]):
        left = [line for line in done.left_out if not has_them(line[1])]
        if left != done.left_out:
            done.left_out = left
            done.save(update_fields=["left_out"])
