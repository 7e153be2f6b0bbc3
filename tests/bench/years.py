"""The rows of some years on a server of many clubs, created directly, for the commands that measure.

Nothing of it can be played on: racks, moves and rulings are alike everywhere. The counts are what matters.
"""

import json
import random
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, islice
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from duplicate.models import (
    AuditLogEntry,
    ClubRules,
    Game,
    Preparation,
    PreparedGame,
    ReceivedEnvelope,
    Round,
    Ruling,
    Simultaneous,
    Slip,
)
from engine.duplicate_games.game_statistics import Criteria, GameFacts
from engine.rules import (
    load_rule_set,
)
from tournaments.classic.models import Division
from tournaments.club_tables.models import ClubTable, TableSeat
from tournaments.models import (
    Arbitrator,
    Club,
    Entry,
    Event,
    EventAct,
    GameResult,
    Lexicon,
    PeopleList,
    Player,
    ResultLine,
    Season,
)
from tournaments.names import folding

BATCH = 5000
T = TypeVar("T")
NOW = timezone.now()
RULES = load_rule_set("fisf").to_toml()
FACTS = GameFacts(tuple(range(60, 40, -1)), 14, 4, {7: 4, 5: 16}, 12).to_data()
MEMBERS_AT_DESKS = 5


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is; all else follows from these numbers."""

    events: int = 300
    games: int = 2000
    rounds: int = 20
    entries: int = 35
    people: int = 2000
    lists: int = 300

    def scaled(self, scale: float) -> "Size":
        """Return a smaller size, with the same rounds a game and entries an event."""
        events, games, people, lists = (
            max(2, round(of * scale)) for of in (self.events, self.games, self.people, self.lists)
        )
        return Size(events, games, self.rounds, self.entries, max(people, self.entries), max(lists, 10))


def batched(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def store(rows: Iterable[Model]) -> list[Any]:
    """Insert rows of one model in batches; return them with their keys."""
    stored: list[Any] = []
    for some in batched(rows, BATCH):
        stored += type(some[0])._default_manager.bulk_create(some)
    return stored


def fill(size: Size) -> User:
    """Create all rows; return the administrator, who has made the lists that belong to one user."""
    chance = random.Random(1)
    admin = User.objects.create_superuser("years", first_name="Ann", last_name="Years")
    staff = store(User(username=f"arbitrator{number}") for number in range(size.lists))
    lexicons = store(
        Lexicon(name=f"lexicon-{number}", tile_set="english", word_count=200_000)
        for number in range(size.lists // 3)
    )
    clubs = store(Club.named(f"Scrabble Club Number {number}") for number in range(size.lists // 2))
    players = store(_players(size.people, clubs, chance))
    events = store(
        Event(
            name=f"Festival {number}",
            date=(NOW - timedelta(days=number * 3)).date(),
            public=number % 2 == 0,
            released=Event.Released.FINAL,
        )
        for number in range(size.events)
    )
    store(_posts(events, staff, admin))
    entries = {event.pk: chance.sample(players, size.entries) for event in events}
    seated = store(
        Entry(event_id=event, player=player, table=table)
        for event, there in entries.items()
        for table, player in enumerate(there, start=1)
    )
    store(Division(event=event, name="A", lexicon=lexicons[0], seed="a") for event in events[::5])
    own_rules = store(_own_rules(size.lists, admin))
    prepared = store(_prepared(size.lists * 2, admin))
    games = store(_games(size.games, events, own_rules, prepared))
    _fill_games(games, size, seated, admin, chance)
    _fill_lists(size, admin, prepared)
    return admin


def _players(people: int, clubs: list[Club], chance: random.Random) -> Iterator[Player]:
    for number in range(people):
        player = Player.named(f"{chance.choice(('Ann', 'Bob', 'Zoé'))} Player{number}")
        player.licence, player.club = f"L{number:06}", clubs[number % len(clubs)] if clubs else None
        player.series, player.country, player.birth_year = f"{number % 7}B", "FR", 1940 + number % 60
        yield player


def _posts(events: list[Event], staff: list[User], admin: User) -> Iterator[Arbitrator]:
    for number, event in enumerate(events):
        if number % 10 == 0:
            yield Arbitrator(event=event, user=admin, role=Arbitrator.Role.CHIEF)
        for shift in range(MEMBERS_AT_DESKS):
            yield Arbitrator(
                event=event, user=staff[(number + shift) % len(staff)], role=Arbitrator.Role.CHIEF
            )


def _own_rules(many: int, admin: User) -> Iterator[ClubRules]:
    for number in range(many):
        yield ClubRules(name=f"Rules {number}", preset="fisf", rules=RULES, changed_by=admin)


def _prepared(many: int, admin: User) -> Iterator[PreparedGame]:
    for number in range(many):
        yield PreparedGame(
            name=f"Prepared {number}",
            lexicon="lexicon-0",
            tile_set="english",
            rules=RULES,
            origin=PreparedGame.Origin.FOUND,
            sealed=b"x" * 4000,
            facts=FACTS,
            made_by=admin,
        )


def _games(
    many: int, events: list[Event], own: list[ClubRules], prepared: list[PreparedGame]
) -> Iterator[Game]:
    numbers = {event.pk: count(1) for event in events}
    for number in range(many):
        event = events[number % len(events)]
        yield Game(
            event=event,
            number=next(numbers[event.pk]),
            code=f"G{number:05}",
            name=f"Game {number}",
            lexicon=f"lexicon-{number % 7}",
            tile_set="english",
            notation=Game.Notation.DUPLICATE,
            rules=RULES,
            club_rules=own[number % len(own)] if number % 4 == 0 else None,
            prepared=prepared[number % len(prepared)] if number % 4 == 0 else None,
            seed="s",
            state=Game.State.PLAYING if _is_playing(number) else Game.State.FINISHED,
            created_at=NOW - timedelta(hours=number * 6),
        )


def _is_playing(number: int) -> bool:
    return number % 31 == 0


def _fill_games(
    games: list[Game], size: Size, seated: list[Entry], admin: User, chance: random.Random
) -> None:
    """Create the many rows: rounds, slips, rulings, the log and the results."""
    entries: dict[int, list[Entry]] = {}
    for entry in seated:
        entries.setdefault(entry.event_id, []).append(entry)
    rounds = store(_rounds(games, size.rounds))
    event_of = {game.pk: game.event_id for game in games}
    for some in batched(rounds, 200):
        slips = store(_slip(one, entry, chance) for one in some for entry in entries[event_of[one.game_id]])
        store(
            Ruling(slip=slip, score=slip.stated_score, worth=slip.stated_score, code="right")
            for slip in slips
        )
    store(
        AuditLogEntry(
            game=game, at=game.created_at, by=admin, act=act, number=number, params={"number": number}
        )
        for game in games
        for number in range(1, size.rounds + 1)
        for act in ("round_opened", "clock_started", "round_ended")
    )
    results = store(
        GameResult(
            event_id=game.event_id,
            game=game.code,
            number=game.number,
            name=game.name,
            version=1,
            state=GameResult.State.FINAL,
            top_total=900,
        )
        for game in games
        if game.state == Game.State.FINISHED
    )
    store(
        ResultLine(
            result=result,
            entry=entry,
            total=chance.randrange(300, 900),
            negative=-100,
            rounds=[45] * size.rounds,
        )
        for result in results
        for entry in entries[result.event_id]
    )
    store(
        EventAct(event_id=event, act="standings_final") for event in entries for _time in range(size.rounds)
    )


def _rounds(games: list[Game], rounds: int) -> Iterator[Round]:
    for game in games:
        playing = game.state == Game.State.PLAYING
        for number in range(1, rounds + 1):
            if playing and number == rounds:
                yield Round(game=game, number=number, rack="AEINRST", state=Round.State.CLOSED)
                continue
            yield Round(
                game=game,
                number=number,
                rack="AEINRST",
                state=Round.State.ANNOUNCED,
                announced_at=game.created_at,
                word="RETAINS",
                reference="H4",
                score=66,
                top_score=66,
                tops=[["H4", "RETAINS"]],
            )


def _slip(round_: Round, entry: Entry, chance: random.Random) -> Slip:
    return Slip(
        round=round_,
        entry=entry,
        client_id=uuid.UUID(int=chance.getrandbits(128)),
        word="RETAINS",
        reference="H4",
        stated_score=chance.randrange(10, 70),
        received_at=round_.announced_at or NOW,
        source=Slip.Source.PHONE,
    )


def _fill_lists(size: Size, admin: User, prepared: list[PreparedGame]) -> None:
    """Create the rows of all other lists, as those of the administrator."""
    many, alone = range(size.lists), range(size.lists // 5)
    first = NOW.date()
    store(
        Season(
            name=f"Season {number}",
            first_day=first - timedelta(days=366 + number),
            last_day=first - timedelta(days=number),
            public=number % 2 == 0,
        )
        for number in alone
    )
    store(
        Preparation(
            lexicon="lexicon-0",
            tile_set="english",
            rules=RULES,
            criteria=Criteria().to_data(),
            sealed_seed=b"x",
            games=1000,
            found=[[number, FACTS] for number in range(50)],
            done=list(range(20)),
            state=Preparation.State.RUNNING,
            made_by=admin,
            moved_at=NOW - timedelta(days=1),
        )
        for _number in many
    )
    sealed = _envelope_like()
    store(
        Simultaneous(
            prepared=prepared[number],
            name=f"Simultaneous {number}",
            organiser="Club",
            opens_at=NOW,
            digest=f"{number:064}",
            envelope=sealed,
            sealed_code=b"x",
            made_by=admin,
        )
        for number in alone
    )
    store(
        ReceivedEnvelope(data=sealed, digest=f"r{number:063}", public_key="k", received_by=admin)
        for number in alone
    )
    store(PeopleList(file_name=f"list{number}.csv", lines=[], read_by=admin, read_at=NOW) for number in many)
    tables = store(
        ClubTable(
            mode="solitaire",
            lexicon="lexicon-0",
            tile_set="english",
            seed="s",
            token_hash=f"{number:064}",
            opened_by=admin,
            opened_at=NOW - timedelta(hours=number),
            ended_at=NOW,
            code=f"T{number}",
        )
        for number in many
    )
    store(TableSeat(table=table, number=1, name="Ann") for table in tables)


def _envelope_like() -> bytes:
    """Return bytes as long as an envelope; its header cannot be read."""
    return json.dumps({"header": folding.fold("x" * 8000)}).encode()


def let_planner_know() -> None:
    """Let the database count its rows, as it does by itself in the course of a day."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
