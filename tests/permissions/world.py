"""One game with everything in it that has an address, and everybody who may come to it, with a way to ask."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from duplicate.arbitration import questions
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.rules import services as rule_sets
from duplicate.live.delayed import key_of
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import ResultVersion, Simultaneous
from duplicate.prepared_games.clubs.envelope import Header, pack
from duplicate.prepared_games.clubs.organiser import invite_club
from duplicate.prepared_games.clubs.participant import import_envelope
from duplicate.prepared_games.drawing import search
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.training import devices, sessions
from engine.duplicate_games.game_statistics import Criteria, GameFacts
from engine.duplicate_games.records import GameRecord
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.factories.annotated_games import make_annotated_game
from tests.factories.annotated_matches import file_by_other_rules
from tests.factories.divisions import make_division
from tests.factories.fake_results import made_up_result
from tests.factories.matches import clock_of, make_match
from tests.factories.past_events import season_of
from tournaments.accounts.login_links import welcome_token
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.divisions import entrants
from tournaments.classic.match_records import gcg_import
from tournaments.classic.match_records import services as record_services
from tournaments.classic.models import ClockAct, ClockLink, Match, MatchRecord
from tournaments.classic.rounds import pairing
from tournaments.club_tables import tables as club_table_services
from tournaments.club_tables.models import ClubTable, TableSeat
from tournaments.installation.encryption import seal
from tournaments.lexicons.imports.services import keep_file
from tournaments.models import FIRST_ORGANISER, Event, Lexicon, PrintJob
from tournaments.people.imports.services import keep_list
from tournaments.printing import jobs, registry
from tournaments.printing.letterhead import paper_for
from tournaments.time import clock

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ENVELOPE = pack(
    Header(
        name="World game",
        organiser="The federation",
        opens_at=datetime(2026, 3, 3, tzinfo=UTC),
        lexicon="english",
        words="",
        tile_set="english",
        rules="Classic",
        address="",
        public_key=KEY.public_key().public_bytes_raw().hex(),
    ),
    "{}",
    code="AAAA-AAAA-AAAA-AAAA-AA4K",
    key=KEY,
)

NAMES = ("Mona", "Noah", "Olga")
ROUND_SECONDS = 10_000
PEOPLE = (
    "stranger",
    "player",
    "other game's player",
    "helper",
    "printer",
    "observer",
    "arbitrator",
    "other game's chief",
    "chief",
    "administrator",
)


@dataclass
class World:
    """The game, who is in it by token or account, and the values for the parts of addresses."""

    game: Game
    parts: dict[str, object]
    tokens: dict[str, str]
    chief: User
    staff: dict[str, User] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def address(self, route, **given):
        """Return the route with this world's game, player and so on filled in."""
        parts = self.parts | given
        for part in [piece.partition(">")[0] for piece in route.split("<")[1:]]:
            assert part in parts, (
                f"what goes for <{part}> into {route}? Put it into tests/permissions/world.py"
            )
            route = route.replace(f"<{part}>", str(parts[part]))
        return route

    def client_of(self, person):
        """Return a browser or phone of that person, without any other credentials."""
        if person not in self.clients:
            token = self.tokens.get(person)
            self.clients[person] = Client(headers={"Authorization": f"Bearer {token}"} if token else {})
            if person in self.staff:
                self.clients[person].force_login(self.staff[person])
        return self.clients[person]

    def traces(self):
        """Return values that differ after somebody has changed something."""
        traces = []
        with connection.cursor() as cursor:
            for sql, params in self._queries:
                cursor.execute(sql, params)
                traces.append(cursor.fetchall())
        return traces

    @cached_property
    def _queries(self):
        """The queries of `traces`, compiled once: they run after each of thousands of requests."""
        event = self.game.event
        counted = (
            event.posts,
            self.game.log,
            PreparedGame.objects,
            Simultaneous.objects,
            ResultVersion.objects,
            User.objects,
            ClockAct.objects,
            TableSeat.objects,
        )
        watched = (
            ClockLink.objects.values_list("token_hash"),
            ClubTable.objects.values_list("token_hash", "ended_at", "begun_at"),
            Game.objects.filter(pk=self.game.pk).values_list("state", "version"),
            event.entries.values_list("pk", "token_hash"),
            *(rows.values_list("pk") for rows in counted),
        )
        return [rows.order_by("pk").query.sql_with_params() for rows in watched]


def open_round(game, rack, by):
    round_services.type_rack(game=game, rack=rack, by=by)
    round_services.open_round(game=game, by=by)
    round_services.start_clock(game=game, by=by)


def announce_top(game, number, by):
    round_ = game.rounds.get(number=number)
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = next(each for each in round_.tops if each["preferred"])
    round_services.announce(
        game=game, number=number, reference=top["reference"], word=top["word"], by=by, confirmed=EVERYTHING
    )


def play_world(chief, hands):
    """Play a game with an announced round and an open one; return its world."""
    game = game_services.create_game(
        name="Tuesday", by=chief, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    joined = [player_services.join_game(game=game, name=name) for name in NAMES]
    open_round(game, "TRAINER", chief)
    hands.move(ROUND_SECONDS)
    assert closing.close_overdue_rounds() == 1
    announce_top(game, 1, chief)
    open_round(game, "SATIRES", chief)
    return make_world(game, [(each.entry, each.token) for each in joined], chief)


def make_world(game, players, chief):
    """Make the world; its `game` has an announced round and an open one."""
    other = game_services.create_game(
        name="Other",
        by=User.objects.create_user("the-other"),
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    Event.objects.filter(pk=game.event_id).update(
        public=True, released=Event.Released.PROVISIONAL, broadcast=True, broadcast_delay=0
    )
    visitor = player_services.join_game(game=other, name="Vera")
    entry, token = players[0]
    question = uuid.uuid4()
    questions.ask_question(
        game=game, entry=entry, client_id=question, number=1, text="Why?", asked_at=clock.now()
    )
    newcomer = User.objects.create_user("newcomer")
    parts = {
        "code": game.code,
        "key": key_of(game),
        "part": "standings",
        "entry_id": entry.pk,
        "event_id": game.event_id,
        "how": "draw",
        "room_id": game.event.rooms.create(name="Lyon", key="lyon", first_table=1, last_table=9).pk,
        "post_id": game.event.posts.get(user=chief).pk,
        "number": 1,
        "round_number": 1,
        "question_id": question,
        "prepared_id": _prepared(chief).pk,
        "game_id": game.pk,
        "training_id": _training().pk,
        "search_id": _search(chief).pk,
        **_simultaneous(chief),
        **_division(game.event, entry, chief),
        "pk": rule_sets.copy_rules(
            rules=load_rule_set("classic"), preset="classic", name="Ours", by=chief
        ).pk,
        "name": "classic",
        "rule_set": "classic",
        "player_id": entry.player_id,
        "tile_set": "english",
        "lexicon_id": _own_lexicon().pk,
        "word_list_id": keep_file(data=b"QI\nZA", file_name="words.txt", language="en", by=chief).pk,
        "entry_list_id": keep_list(data=b"Name\nZoe", file_name="entries.csv", by=chief, event=game.event).pk,
        "list_id": keep_list(data=b"Name\nZoe", file_name="people.csv", by=chief).pk,
        **match_with_clock(game.event, players, chief),
        "season_id": season_of(game.event.date, public=True).pk,
        "table_code": club_table(game, chief).code,
        "mode_code": "classic",
        "way_code": "classic",
        "federation": "wespa",
        "kind": "csv",
        "about": "game",
        "subject_id": game.pk,
        "document": "standings",
        "file_kind": "pdf",
        "job_code": _print_job(game, chief),
        "language": "en",
        "file_name": "desk.png",
        "token": welcome_token(newcomer),
        "team_id": 1,
        "user_id": 1,
        "invitation_id": 1,
        "club_invitation_id": 1,
        "membership_id": 1,
        "object_id": 1,
        "id": 1,
        "content_type_id": 1,
    }
    world = World(game, parts, {"player": token, "other game's player": visitor.token}, chief)
    world.staff = {
        role: User.objects.create_user(f"the-{role}")
        for role in ("helper", "printer", "observer", "arbitrator")
    }
    for role, user in world.staff.items():
        game.event.posts.create(user=user, role=role)
    world.staff |= {
        "other game's chief": User.objects.get(username="the-other"),
        "chief": chief,
        "administrator": User.objects.create_superuser("administrator"),
    }
    return world


def _division(event, entry, by):
    """Make a classic division with a round that has begun; the player's match there is recorded move by
    move, and a GCG file of it is in review. The division has an annotated game.
    """
    division = make_division(by, ["Iris"], event=event)
    entrants.enter_players(division=division, entries=[entry.pk], by=by)
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    game = make_annotated_game(division, by)
    match = Match.objects.get(round__division=division, table=1)
    record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=by)
    gcg_import.keep_file(match=match, data=file_by_other_rules(), file_name="other-rules.gcg", by=by)
    return {
        "division_id": division.pk,
        "entrant_id": division.entries.get(entry=entry).pk,
        "table": 1,
        "game_code": game.code,
    }


def club_table(game, by):
    """Make a club table that has not begun."""
    lexicon = Lexicon.objects.get_or_create(
        name=game.lexicon, defaults={"tile_set": game.tile_set, "word_count": 170_000}
    )[0]
    return club_table_services.open_table(
        mode="classic", way="phones", lexicon=lexicon, settings={}, by=by
    ).table


def _print_job(game, by):
    """Make a long document that the chief has asked for."""
    job = jobs.start_job(
        event=game.event,
        kind="game",
        subject=game,
        document=registry.documents_of("game")[0],
        options={},
        keys=[1],
        paper=paper_for(game.event),
        by=by,
    )
    return job.code


def _training():
    """Start a training on a device that belongs to nobody here."""
    return sessions.start_at_random(
        trainee=devices.know_device().trainee,
        lexicon=Lexicon.objects.get(name="english"),
        rules=RuleSet(),
        notation="duplicate",
        seconds=None,
    )


def _prepared(by):
    record = GameRecord("english", "duplicate", ())
    return PreparedGame.objects.create(
        name="Sunday",
        lexicon="english",
        tile_set="english",
        rules=RuleSet().to_toml(),
        origin=PreparedGame.Origin.TYPED,
        sealed=seal(record.to_json(), purpose="prepared game"),
        facts=GameFacts((), 0, 0, {}, None).to_data(),
        made_by=by,
    )


def _simultaneous(by):
    """Make a sent and received game, with a club, its result, and a file that was not accepted yet."""
    sent = Simultaneous.objects.create(
        prepared=_prepared(by),
        name="World game",
        organiser="The federation",
        opens_at=clock.now(),
        digest="d" * 64,
        envelope=ENVELOPE,
        sealed_code=seal("code", purpose="envelope code"),
        made_by=by,
    )
    club, _token = invite_club(sent=sent, name="Namur", by=by)
    content = made_up_result(
        game=sent.digest, club="Namur", tops=(), rules=RuleSet(), players=2, seed="x"
    ).to_data()
    version = ResultVersion.objects.create(
        simultaneous=sent, club_key="namur", club="Namur", number=1, content=content, digest="0", by=by
    )
    kept = sent.files.create(file_name="r.json", club="Namur", content=content, read_by=by)
    PrintJob.objects.create(
        event=None,
        kind="simultaneous",
        subject=sent.pk,
        document="club-letters",
        keys=[],
        language="en",
        by=by,
        state=PrintJob.State.DONE,
    )
    return {
        "simultaneous_id": sent.pk,
        "club_id": club.pk,
        "version_id": version.pk,
        "file_id": kept.pk,
        "envelope_id": import_envelope(data=ENVELOPE, by=by).pk,
        "digest": sent.digest,
    }


def _search(by):
    return search.start_search(lexicon="english", rules=RuleSet(), criteria=Criteria({}), games=10, by=by)


def match_with_clock(event, players, by):
    """Make a match of a classic division, with its clock."""
    (first, _token), (second, _token) = players[1:3]
    match = make_match(event, first, second, by)
    given = clock_of(match)
    clock_services.give_link(clock_=given, by=by)
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=by)
    return {
        "round_id": match.round_id,
        "clock_id": given.pk,
        "holder": "table",
        "record_code": record.code,
    }


def _own_lexicon():
    """Return a lexicon of the organiser alone."""
    return Lexicon.objects.create(
        name="own-words", organiser_id=FIRST_ORGANISER, tile_set="romanian", word_count=1
    )
