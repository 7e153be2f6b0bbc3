"""An event with something in every table that its archive has, played by the use cases; and an installation that lost
it all, or never had it.
"""

import io
import json
import uuid
import zipfile
from datetime import timedelta

from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from duplicate.arbitration import corrections, game_words, questions, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration.event_words import decide_event_word
from duplicate.games import playing_arbitrators
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.rules import services as rule_sets
from duplicate.models import ClubRules, Game
from duplicate.models.screens import OnScreens
from duplicate.rounds import closing, room_readiness, screens, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips.services import key_slip
from duplicate.website.archive.exporter import write_archive
from duplicate.website.archive.format import path_of
from duplicate.website.archive.tables import NAMES, TABLES
from engine.rules import (
    load_rule_set,
)
from tests.factories.annotated_games import make_annotated_game
from tests.factories.annotated_matches import lines_of, recorded_game
from tests.factories.divisions import make_division, players, report
from tests.factories.event_settings import event_with
from tests.factories.matches import clocks_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.divisions import entrants
from tournaments.classic.match_records import services as record_services
from tournaments.classic.models import DivisionPrize, Match, MatchRecord, PlannedStage
from tournaments.classic.rounds import pairing, results
from tournaments.classic.scores.scores import Score
from tournaments.classic.standings import ratings
from tournaments.classic.standings.prizes import set_prizes
from tournaments.events import seating
from tournaments.events import services as event_services
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.events.seating import SeatLine
from tournaments.lexicons import additions
from tournaments.models import AddedWord, Arbitrator, Club, EventPrize, GameTable, Lexicon, Player
from tournaments.time import clock


def festival(chief, hands):
    """Make two games (the second goes on) with pairs, teams, groups and rooms, and a division with clocks
    and records.
    """
    User.objects.create_user("padding")  # keys of one table are not those of another
    own = rule_sets.copy_rules(rules=load_rule_set("fisf"), preset="fisf", name="Ours", by=chief)
    english = Lexicon.objects.get(name="english")
    additions.add_words(lexicon=english, text="ZZZA ZZZE", note="ours", by=chief)
    first = game_services.create_game(
        name="Saturday", by=chief, lexicon="english", notation="duplicate", rules=own.rule_set, club_rules=own
    )
    event = first.event
    second = User.objects.create_user("bob")
    _people(first, event, chief)
    room = set_rooms(event=event, plans=[RoomPlan("Lyon", range(1, 60))], by=chief)[0]
    post = Arbitrator.objects.create(event=event, user=second, room=room)
    playing_arbitrators.name_arbitrators(game=first, entries={post.pk: event.entries.get(table=2)}, by=chief)
    _play_corrected(first, chief, second, room, hands)
    _decide_words(first, chief, hands)
    game_services.end_game(game=first, by=chief)
    decide_event_word(event=event, lexicon=english, word="ZZZI", accepted=True, reason="local", by=chief)
    sunday = game_services.create_game(
        name="Sunday",
        by=chief,
        lexicon="english",
        notation="english",
        rules=load_rule_set("classic"),
        event=event,
    )
    seating.draw_tables(event=event, by=chief, seed="a seed")
    _round(sunday, chief, hands)
    round_services.draw_rack(game=sunday, by=chief)
    screens.show_on_screens(game=sunday, mode=OnScreens.Mode.BREAK, by=chief, minutes=10)
    event_services.release_standings(event=event, released=event.Released.PROVISIONAL, by=chief)
    _division(event, chief)
    event.refresh_from_db()
    return event


def _people(game, event, chief):
    settings = event_with(
        event, name="Féria “ö”", groups=["guests"], shows_games=True, public=True, language="fr"
    )
    event_services.change_settings(event=event, settings=settings, by=chief)
    club = Club.named("Genève")
    club.save()
    Player.objects.create(**vars_of(Player.named("Zoé Été")), licence="FR7", club=club, birth_year=1960)
    for name in ("Mona", "Noah", "FR7"):
        player_services.add_player(game=game, name=name, by=chief)
    player_services.add_player(game=game, name="Eve", partner="Finn", by=chief)
    player_services.join_game(game=game, name="Olga")
    entries = list(event.entries.all())
    places = {
        entry.pk: SeatLine(entry.table, "Reds" if entry.table < 3 else "", "guests") for entry in entries
    }
    seating.place_entries(event=event, places=places, by=chief)


def _decide_words(game, chief, hands):
    """Accept and refuse words, and take one back, once by undo."""
    hands.move(1)
    game_words.accept_word(game=game, word="ZZYZX", reason="in the new edition", by=chief)
    game_words.refuse_word(game=game, word="RETAIN", reason="only to try", by=chief)
    undo.undo(game=game, by=chief)
    game_words.accept_word(game=game, word="QZ", reason="misread", by=chief)
    game_words.take_word_back(game=game, word="QZ", by=chief)


def vars_of(player):
    return {field: getattr(player, field) for field in Player.OF_NAME}


def _play_corrected(game, chief, second, room, hands):
    """Play with sanctions given, taken back, undone and redone; a question; another placed move; a cancelled
    round.
    """
    _round(game, chief, hands)
    round_services.draw_rack(game=game, by=chief)
    corrections.cancel_round(game=game, number=2, reason="a tile was missing", by=chief)
    _round(game, chief, hands)
    entry = game.event.entries.get(table=1)
    arbitration_services.mark_warning(game=game, entry=entry, by=chief, number=2, reason="talks")
    arbitration_services.mark_warning(game=game, entry=entry, by=chief, number=2, reason="whispers")
    arbitration_services.give_zero(game=game, entry=entry, by=chief, number=2, reason="wrote on")
    asked = questions.ask_question(
        game=game, entry=entry, client_id=uuid.uuid4(), number=2, text="Why?", asked_at=clock.now()
    )
    questions.answer_question(game=game, question_id=asked.question.pk, answer="So.", by=second)
    round_services.draw_rack(game=game, by=chief)
    undo.undo(game=game, by=chief)
    undo.redo(game=game, by=chief)
    round_services.open_round(game=game, by=chief)
    round_services.start_clock(game=game, by=chief)
    other = game.event.entries.get(table=3)
    arbitration_services.give_top(game=game, entry=other, by=second)
    undo.undo(game=game, by=second)
    arbitration_services.give_top(game=game, entry=entry, by=second)
    _finish(game, chief, hands, lambda: room_readiness.say_ready(game=game, room=room, by=second))


def _round(game, chief, hands):
    """Play a whole round: some players hand in, the top goes on the board."""
    round_services.draw_rack(game=game, by=chief)
    round_services.open_round(game=game, by=chief)
    round_services.start_clock(game=game, by=chief)
    for entry in game.event.entries.filter(table__lt=5, in_division=None):
        key_slip(game=game, entry=entry, word="ZZZ", reference="H4", stated_score=10, by=chief)
    _finish(game, chief, hands)


def _finish(game, chief, hands, before_announcing=lambda: None):
    round_ = game.rounds.in_progress().get()
    round_services.end_round(game=game, by=chief, confirmed=EVERYTHING)
    hands.move(100)
    closing.close_overdue_rounds()
    before_announcing()
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    chosen = next(top for top in round_.tops if top["preferred"])
    round_services.announce(
        game=game,
        number=round_.number,
        reference=chosen["reference"],
        word=chosen["word"],
        by=chief,
        confirmed=EVERYTHING,
    )


def _division(event, chief):
    settings = {"rounds_planned": 2, "method": "swiss", "rating_system": "naspa", "spread_caps": (200, 700)}
    division = make_division(chief, players(6), event=event, **settings)
    entrants.set_handicap(entrant=division.entries.get(number=2), seconds=90, by=chief)
    set_prizes(
        division=division, prizes=[DivisionPrize(name="Champion", worth="100 €")], one_each=True, by=chief
    )
    EventPrize.objects.create(event=event, number=1, name="Best of each club", within="club", worth="20 €")
    PlannedStage.objects.create(division=division, first_round=2, method="king_of_the_hill")
    for number in (1, 2):
        pairing.pair_next_round(division=division, number=number, by=chief)
        pairing.begin_round(division=division, number=number, by=chief)
        matches = list(division.rounds.get(number=number).matches.all())
        if number == 1:
            _clocks(division, chief)
            _record(matches[0], chief)
            make_annotated_game(division, chief)
        for match in matches:
            report(match, match.first, 400 + match.table, 380)
            report(match, match.second, 380, 400 + match.table)
    results.correct_result(
        division=division, number=1, table=1, score=Score(500, 300), reason="misread", by=chief
    )
    games = dict.fromkeys(division.entries.values_list("pk", flat=True), 50)
    ratings.set_rated_games(division=division, games=games, by=chief)
    ratings.rate_division(division=division, by=chief)


def _clocks(division, chief):
    given = clocks_of(division.rounds.get(number=1))
    clock_services.give_link(clock_=given[0], by=chief)
    link = given[0].links.get()
    clock_services.start_clock(table=clock_services.ClockPress(link, uuid.uuid4()))
    clock_services.stop_clock(table=clock_services.ClockPress(link, uuid.uuid4()))


def _record(match, chief):
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=chief)
    record_services.link_annotator(record=record, by=chief)
    keeper = record_services.Keeper(by=chief)
    for number, (line, rack, _before) in enumerate(lines_of(recorded_game("double"))):
        if number == 4:
            break
        record_services.enter_turn(record=record, keeper=keeper, key=uuid.uuid4(), line=line, rack=rack)
    record_services.take_back(record=record, keeper=keeper, key=uuid.uuid4())


def saved(event):
    """Return the event's archive."""
    file = io.BytesIO()
    write_archive(event, file)
    file.seek(0)
    return file


def rows_of(file):
    """Return the rows of an archive by table."""
    with zipfile.ZipFile(file) as archive:
        return {
            name: [json.loads(line) for line in archive.read(path_of(name)).decode().splitlines()]
            for name in NAMES
        }


def lose_everything():
    """Empty the installation, except its lexicon and its accounts."""
    for table in reversed(TABLES):
        table.model.objects.all().delete()
    Game.objects.all().delete()
    for model in (AddedWord, GameTable, Match, Player, Club, ClubRules):
        model.objects.all().delete()
    Player.history.all().delete()
    User.objects.all().delete()


def let_import(user):
    """Give the user the right to import events."""
    user.user_permissions.add(Permission.objects.get(codename="import_event"))
    return user


def import_file(browser, data):
    return browser.post(
        reverse("import-event"),
        {"file": SimpleUploadedFile("e.zip", data)},
        headers={"Accept-Language": "en"},
    )


def later(moment, seconds):
    return moment + timedelta(seconds=seconds)
