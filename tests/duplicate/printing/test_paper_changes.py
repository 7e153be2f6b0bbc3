"""Acts that count as a change of a paper since it was printed: every act is done, and seen on its papers
alone.
"""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.utils.translation import override
from PIL import Image

from duplicate.arbitration import corrections, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.attendance.seating import entries_of
from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.rounds import analysis, closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING as EVERYTHING_CONFIRMED
from duplicate.slips import services as slip_services
from tests.factories.divisions import make_division
from tests.factories.documents import HEADING, begin_evening, play_evening, printed
from tests.factories.event_settings import event_with
from tests.worlds.images import enter, image_of
from tournaments.classic.divisions import entrants, entry_by_name
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Division
from tournaments.events import rooms, seating, staff
from tournaments.events import services as event_services
from tournaments.events.check_in import check_in, enter_people
from tournaments.events.prizes import set_event_prizes
from tournaments.events.registration import services as registration
from tournaments.events.registration.pasted import TypedName
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator, Club, Event, EventPrize, Player
from tournaments.names import name_visibility as names
from tournaments.people import services as people_services
from tournaments.people.privacy import erase_player
from tournaments.people.services import Person
from tournaments.printing.letterhead import set_letterhead
from tournaments.printing.page import changes_since
from tournaments.printing.registry import documents_of, subject_of
from tournaments.printing.render import gather
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CHIEF = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)
EVERYTHING = {(kind, one.name) for kind in ("event", "game") for one in documents_of(kind)}


def of_game(*names):
    return {("game", name) for name in names}


def of_event(*names):
    return {("event", name) for name in names}


PRIZES = ("prizes", "prize-receipts", "prize-certificates")
POINTS = of_game(
    *("standings", "points", "result-lines", "notice", "statistics", "arbitration", "player-sheets"),
    "certificates",
) | of_event("standings", "certificates", *PRIZES)
RULED = POINTS | of_game("sheet")
ANNOUNCED = RULED | of_game("tops", "board") | of_event("boards")
SEATING = ("seating-by-name", "seating-by-table", "check-in-list")
CARDS = of_game("slips", "table-cards") | of_event("badges", *SEATING)
CLUBS = of_game("standings", "certificates") | of_event(
    "standings", "certificates", "badges", *PRIZES, *SEATING
)
FACTS = CLUBS - of_event("badges", "seating-by-name", "seating-by-table") | of_game("result-lines")
NAMED = RULED | CARDS


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


def begin_with_a_cup():
    chief, game = begin_evening(players=4, rounds=2)
    club = Club.named("Les Lettres")
    club.save()
    for player in Player.objects.filter(name__in=("Agnès", "Bertrand")):
        player.club = club
        player.save()
    set_event_prizes(event=game.event, prizes=[EventPrize(name="Cup")], one_each=False, by=chief)
    return chief, game


@pytest.fixture(scope="module")
def evening(rows_of_file, english):
    return enter(image_of(begin_with_a_cup))


@pytest.fixture
def arbitrator(evening, db):
    return User.objects.get(pk=evening[0].pk)


@pytest.fixture
def played(evening, db):
    return Game.objects.select_related("event").get(pk=evening[1].pk)


def changes(game, since, who=CHIEF):
    """Return for each document the number of acts since, and the last ones in words; unchanged documents are
    left out.
    """
    found = {}
    for kind, subject in (("event", game.event), ("game", game)):
        whole = subject_of(kind)
        # Sources with no act since then are no change of any document, whatever its options.
        acts = [one for one in whole.acts if one.rows(subject, {}).filter(at__gt=since).exists()]
        for document in documents_of(kind) if acts else ():
            options = document.options(subject, {})
            count, told = changes_since(
                replace(whole, acts=acts), subject, document, options=options, since=since, who=who
            )
            if count:
                found[kind, document.name] = count, told
    return found


def contents(game):
    """Return what is gathered for each document, but for those that gather more than they draw."""
    game = Game.objects.select_related("event").get(pk=game.pk)
    return {
        (kind, one.name): repr(gather(one, subject, one.options(subject, {})))
        for kind, subject in (("event", game.event), ("game", game))
        for one in documents_of(kind)
        if one.name not in {"boards", "statistics"}
    }


def touched(game, act, /, *given, **named):
    """Return the documents that show an act; whatever has become another document is among them."""
    since, before = clock.now(), contents(game)
    act(*given, **named)
    told = set(changes(game, since))
    assert {name for name, text in contents(game).items() if text != before[name]} <= told
    return told


def person(player, **changed):
    return Person(**{"name": player.name, "club": player.club.name if player.club else ""} | changed)


# The letterhead


def test_a_letterhead_is_seen_on_the_papers_that_open_with_it(played):
    admin = User.objects.create_superuser("admin")
    seen = touched(played, set_letterhead, club=HEADING.club, size="A4", by=admin)
    subjects = {"game": played, "event": played.event}
    opening = {
        (kind, one.name)
        for kind, subject in subjects.items()
        for one in documents_of(kind)
        if one.pdf and HEADING.club in "".join(printed(subject, one.name, of=kind))
    }
    # The result lines name the club without a letterhead.
    assert seen == opening | of_game("result-lines")
    assert len(seen) > 10


def test_a_letterhead_that_says_the_same_or_has_another_paper_alone_is_no_change(played):
    admin = User.objects.create_superuser("admin")
    set_letterhead(club="Our club", size="A4", by=admin)
    assert touched(played, set_letterhead, club="Our club", size="letter", by=admin) == set()
    logo = BytesIO()
    Image.new("RGB", (4, 4)).save(logo, "PNG")
    seen = touched(played, set_letterhead, club="Our club", size="A4", by=admin, logo=logo.getvalue())
    assert ("game", "standings") in seen
    assert touched(played, set_letterhead, club="Our club", size="A4", by=admin) == set()
    assert seen == touched(played, set_letterhead, club="Our club", size="A4", by=admin, no_logo=True)


# The game


def overrule(game, by):
    entry = entries_of(game).first()
    arbitration_services.overrule(score=3, game=game, entry=entry, number=1, by=by, reason="Hard to read")


def test_rulings_are_seen_where_points_are(played, arbitrator):
    assert touched(played, overrule, played, arbitrator) == RULED
    assert touched(played, undo.undo, game=played, by=arbitrator) == RULED
    assert touched(played, undo.redo, game=played, by=arbitrator) == RULED


def test_what_is_done_in_a_round_is_seen_when_it_is_announced(played, arbitrator):
    since = clock.now()
    round_services.draw_rack(game=played, by=arbitrator)
    round_services.open_round(game=played, by=arbitrator)
    round_services.start_clock(game=played, by=arbitrator)
    entry = played.event.entries.first()
    slip_services.key_slip(game=played, entry=entry, word="AA", reference="H4", stated_score=2, by=arbitrator)
    round_services.end_round(game=played, by=arbitrator, confirmed=EVERYTHING_CONFIRMED)
    closing.close_overdue_rounds()
    assert changes(played, since) == {}
    round_ = played.rounds.get(number=3)
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = round_.tops[0]
    move = {"reference": top["reference"], "word": top["word"]}
    round_services.announce(game=played, number=3, **move, by=arbitrator, confirmed=EVERYTHING_CONFIRMED)
    assert set(changes(played, since)) == ANNOUNCED
    since = clock.now()
    corrections.cancel_round(game=played, number=3, reason="Wrong board", by=arbitrator)
    assert set(changes(played, since)) == ANNOUNCED
    since = clock.now()
    round_services.draw_rack(game=played, by=arbitrator)
    corrections.cancel_round(game=played, number=3, reason="Wrong bag", by=arbitrator)
    assert changes(played, since) == {}


def test_its_end_is_seen_where_somebody_is_left_out_then_and_where_it_is_joined(played, arbitrator):
    assert touched(played, game_services.end_game, game=played, by=arbitrator) == POINTS | of_game(
        "table-cards"
    ) | of_event("badges")


def test_moves_below_the_tops_are_seen_when_all_are_there(played, arbitrator):
    game_services.end_game(game=played, by=arbitrator)
    since = clock.now()
    analysis.analyse_game(played.pk)
    assert changes(played, since) == {}
    analysis.analyse_game(played.pk)
    assert changes(played, since) == {("game", "tops"): (1, ["The moves below the tops have been found"])}


def test_a_further_game_is_seen_over_all_games(played, arbitrator):
    def further():
        game_services.create_game(
            name="Second",
            by=arbitrator,
            lexicon="english",
            notation="duplicate",
            rules=played.rule_set,
            event=played.event,
        )

    assert touched(played, further) == of_event("standings", "certificates", "badges", *PRIZES) | of_game(
        "certificates"
    )


# Players and their places


def test_players_are_seen_on_lists_and_cards(played, arbitrator):
    assert touched(played, player_services.add_player, game=played, name="Late", by=arbitrator) == NAMED
    late = played.event.entries.get(player__name="Late")
    assert (
        touched(played, player_services.set_partner, game=played, entry=late, name="Other", by=arbitrator)
        == NAMED
    )
    assert touched(played, player_services.withdraw_player, game=played, entry=late, by=arbitrator) == NAMED


def test_who_is_expected_has_a_card_and_no_place_in_standings_until_they_come(played, arbitrator):
    player = people_services.save_player(Person("Expected"))
    assert touched(played, enter_people, event=played.event, players=[player.pk], by=arbitrator) == CARDS
    entry = played.event.entries.get(player=player)
    assert touched(
        played, check_in, event=played.event, entries=[entry.pk], by=arbitrator
    ) == POINTS | of_event("check-in-list")


def test_tables_are_seen_where_they_are_told(played, arbitrator):
    assert touched(played, seating.draw_tables, event=played.event, by=arbitrator) == of_game(
        *("standings", "points", "result-lines", "arbitration", "player-sheets", "slips", "table-cards")
    ) | of_event("standings", "badges", *SEATING)


def test_rooms_are_seen_where_they_are_chosen(played, arbitrator):
    plans = [rooms.RoomPlan("Hall", range(1, 10))]
    assert touched(played, rooms.set_rooms, event=played.event, plans=plans, by=arbitrator) == of_game(
        "standings"
    ) | of_event("standings", *SEATING)


def test_posts_and_links_are_seen_nowhere(played, arbitrator):
    entry = played.event.entries.first()
    assert touched(played, phone_links.give_phone, game=played, entry=entry, by=arbitrator) == set()
    helper = {"event": played.event, "user_name": "helper", "role": Arbitrator.Role.HELPER, "by": arbitrator}
    assert touched(played, staff.let_in_new, **helper) == set()


# The event


def test_its_name_and_day_head_every_paper(played, arbitrator):
    event = played.event
    for changed in ({"name": "Other"}, {"date": date(2026, 4, 1)}):
        given = event_with(Event.objects.get(), **changed)
        assert (
            touched(played, event_services.change_settings, event=event, settings=given, by=arbitrator)
            == EVERYTHING
        )


def test_its_other_settings_are_seen_where_groups_are_and_codes(played, arbitrator):
    given = event_with(played.event, groups=["A", "B"])
    assert touched(
        played, event_services.change_settings, event=played.event, settings=given, by=arbitrator
    ) == CLUBS - of_event(*SEATING)


def test_the_release_is_seen_on_what_says_whether_it_is_final(played, arbitrator):
    final = {"event": played.event, "released": Event.Released.FINAL, "by": arbitrator}
    told = of_event("standings", "certificates", *PRIZES) | of_game("certificates")
    assert touched(played, event_services.release_standings, **final) == told


def test_divisions_are_seen_on_badges(played, arbitrator):
    event, badges = played.event, of_event("badges")
    assert touched(played, make_division, arbitrator, event=event, name="Masters") == badges
    division = event.divisions.get()
    entered = {"division": division, "lines": [TypedName("Zoé")], "by": arbitrator}
    assert touched(played, entry_by_name.enter_by_name, **entered) == NAMED
    zoe = division.entries.get()
    assert touched(played, entrants.set_handicap, entrant=zoe, seconds=60, by=arbitrator) == set()
    other = Division(name="Open", lexicon=division.lexicon, rounds_planned=4)
    change = {"division": division, "settings": other, "by": arbitrator}
    # They may move the tables of a round.
    assert touched(played, division_services.change_division, **change) == badges | of_event(*SEATING)
    assert touched(played, entrants.remove_entrant, entrant=zoe, by=arbitrator) == badges
    assert touched(played, division_services.remove_division, division=division, by=arbitrator) == badges


def test_who_leaves_the_event_with_the_division_is_off_all_papers(played, arbitrator):
    make_division(arbitrator, ["Zoé"], event=played.event, name="Masters")
    zoe = played.event.divisions.get().entries.get()
    leave = {"entrant": zoe, "by": arbitrator, "leaves": entrants.Leaves.EVENT}
    assert touched(played, entrants.remove_entrant, **leave) == NAMED
    assert "Zoé" not in "".join(printed(played.event, "badges", of="event"))


# People


def test_a_new_name_is_seen_wherever_people_are_named(played, arbitrator):
    agnes = Player.objects.get(name="Agnès")
    since = clock.now()
    assert touched(played, people_services.save_player, person(agnes, name="Agnès Durand"), agnes) == NAMED
    assert changes(played, since)["event", "badges"] == (1, ["Changed in the list of people: Agnès Durand"])
    with names.hidden(when=True):
        assert changes(played, since)["event", "badges"][1] == ["Changed in the list of people: …"]


def test_a_partner_is_named_as_well(played):
    registration.set_partner(played.event.entries.get(table=2), "Élise")
    elise = Player.objects.get(name="Élise")
    assert touched(played, people_services.save_player, person(elise, name="Élise Durand"), elise) == NAMED


def test_another_club_is_seen_where_clubs_are(played):
    agnes = Player.objects.get(name="Agnès")
    for club in ("Lyon", ""):
        agnes.refresh_from_db()
        assert touched(played, people_services.save_player, person(agnes, club=club), agnes) == CLUBS


def test_other_facts_are_seen_where_somebody_is_chosen_by_them(played):
    agnes = Player.objects.get(name="Agnès")
    for changed in ({"series": "4B"}, {"series": "4B", "birth_year": 1950}):
        assert touched(played, people_services.save_player, person(agnes, **changed), agnes) == FACTS


def test_ratings_and_other_people_are_seen_nowhere(played):
    agnes = Player.objects.get(name="Agnès")
    assert (
        touched(played, people_services.save_player, person(agnes, rating=1500, rated_games=3), agnes)
        == set()
    )
    assert touched(played, people_services.save_player, Person("Somebody else")) == set()
    other = Player.objects.get(name="Somebody else")
    assert touched(played, people_services.save_player, Person("Nobody here"), other) == set()


@pytest.mark.parametrize("kept", ["Agnès", "Agnes D."])
def test_two_people_made_one_are_seen_wherever_one_was_named(played, kept):
    other = people_services.save_player(Person("Agnes D."))
    agnes = Player.objects.get(name="Agnès")
    keep, gone = (agnes, other) if kept == "Agnès" else (other, agnes)
    assert touched(played, people_services.merge_players, keep=keep, other=gone) == NAMED


def test_two_clubs_made_one_are_seen_where_the_one_was(played, arbitrator):
    lyon = Club.named("Lyon")
    lyon.save()
    own = Club.objects.get(name="Les Lettres")
    nobody = Club.named("Nobody’s")
    nobody.save()
    assert touched(played, people_services.merge_clubs, keep=own, other=nobody, by=arbitrator) == set()
    since = clock.now()
    assert touched(played, people_services.merge_clubs, keep=lyon, other=own, by=arbitrator) == CLUBS
    assert changes(played, since)["event", "badges"][0] == 2, "Agnès and Bertrand"


def test_who_was_forgotten_is_called_otherwise(played, arbitrator):
    game_services.end_game(game=played, by=arbitrator)
    assert touched(played, erase_player, Player.objects.get(name="Agnès")) == NAMED


def test_another_event_is_not_touched(played, arbitrator):
    other = play_evening(arbitrator, players=0, rounds=0, name="Other")
    player_services.add_player(game=other, name="Somebody", by=arbitrator)
    somebody = Player.objects.get(name="Somebody")
    assert touched(played, people_services.save_player, Person("Somebody else"), somebody) == set()
    assert touched(played, seating.draw_tables, event=other.event, by=arbitrator) == set()


def test_prizes_that_are_set_anew_are_seen_on_their_papers(played, arbitrator):
    cup = [EventPrize(name="A book")]
    changed = touched(played, set_event_prizes, event=played.event, prizes=cup, one_each=True, by=arbitrator)
    assert changed == of_event(*PRIZES)
