"""Cards to cut and hand out: every card has its contents, and a cut stack is in order."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.utils.translation import override
from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.printing.data.cards import CARDS_A_PAGE, SLIPS_A_PAGE
from duplicate.printing.pdf.cards import CARDS, SLIPS, badges_pdf, slips_pdf, table_cards_pdf
from duplicate.printing.values.cards import Badge, BlankSlip, CardsOnPaper, TableCard
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.divisions import make_division
from tests.factories.documents import (
    PAPER,
    begin_evening,
    document,
    made,
    pages,
    play_evening,
    printed,
    written,
)
from tests.worlds.images import enter, image_of
from tournaments.classic.divisions.phones import join_code
from tournaments.codes import badge_code
from tournaments.events.registration import services as registration
from tournaments.events.registration.services import set_partner
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator, Club, Entry, Event, Player
from tournaments.names import name_visibility as names
from tournaments.printing.pdf.cards import Print
from tournaments.printing.pdf.label_sheets import label_sheets
from tournaments.printing.pdf.style import REGULAR
from tournaments.printing.registry import EMPTY, documents_of

pytestmark = pytest.mark.django_db
NAMES = ["Agnès", "Bertrand", "Céline", "David"]
LONG = "Maximilian-Alexander Prinz von Hohenzollern-Sigmaringen und zu Fürstenberg-Werden"


@pytest.fixture(scope="module")
def evening(rows_of_file, english):
    return enter(image_of(begin_evening, players=4, rounds=2))


@pytest.fixture
def arbitrator(evening, db):
    return User.objects.get(pk=evening[0].pk)


@pytest.fixture
def played(evening, db):
    return Game.objects.select_related("event").get(pk=evening[1].pk)


# Slips


@pytest.mark.repeats
@pytest.mark.parametrize(("players", "rounds"), [(3, "1-20"), (60, "1-16"), (1500, "1-20"), (1, "next")])
def test_a_stack_that_is_cut_gives_packs_by_table(game, players, rounds):
    Entry.objects.bulk_create(
        Entry(event=game.event, player=player, table=table)
        for table, player in enumerate(
            Player.objects.bulk_create(Player.named(f"P{number}") for number in range(players)), start=1
        )
    )
    slips = document("game", "slips")
    keys = list(slips.keys(game, {"rounds": rounds, "tables": "entered"}))
    assert len(keys) % SLIPS_A_PAGE == 0
    piles = [keys[pile::SLIPS_A_PAGE] for pile in range(SLIPS_A_PAGE)]
    stacked = [key for pile in piles for key in pile if key]
    last = 1 if rounds == "next" else int(rounds.split("-")[1])
    assert stacked == [
        table * 1000 + round_ for table in range(1, players + 1) for round_ in range(1, last + 1)
    ]
    # No page less than that takes, and the places that are empty are the last of the stack.
    assert len(keys) - len(stacked) < SLIPS_A_PAGE


def test_slips_of_who_came_later_are_arranged_anew(game):
    slips = document("game", "slips")
    keys = slips.keys(game, {"rounds": "1-20", "tables": "10"})
    later = list(slips.arranged([key for key in keys if key // 1000 in {9, 10}]))
    assert [key for pile in range(8) for key in later[pile::8] if key] == [
        table * 1000 + round_ for table in (9, 10) for round_ in range(1, 21)
    ]
    assert len(later) == 40


def test_slips_have_table_round_and_name(played):
    texts = printed(played, "slips", rounds="next")
    assert len(texts) == 1
    for entry in played.event.entries.all():
        assert re.search(rf"Table {entry.table} Round 3 Saint Nicholas evening {entry.name}", texts[0])
    assert texts[0].count("Reference") == 4


def test_slips_without_a_round_have_a_line_for_it(played):
    [text] = printed(played, "slips", rounds="none", tables="10")[:1]
    assert "Round Saint Nicholas" in text
    assert len(document("game", "slips").keys(played, {"rounds": "none", "tables": "10"})) == 16


def test_slips_are_offered_before_anybody_is_entered(game):
    slips = document("game", "slips")
    options = slips.options(game, {})
    assert options["tables"] == "10"
    assert len([key for key in slips.keys(game, options) if key]) == 10 * 20
    assert slips.count(game) == 10 * 20


@pytest.mark.parametrize("size", ["A4", "letter"])
def test_a_part_of_many_slips_has_a_page_for_eight(size):
    slips = [BlankSlip(number, 20, f"{LONG} & {LONG}") for number in range(1, 20)] + [None]
    assert len(pages(slips_pdf(slips, replace(PAPER, size=size)))) == 3
    assert (SLIPS.a_page, CARDS.a_page) == (SLIPS_A_PAGE, CARDS_A_PAGE)


# Cards and badges


def test_table_cards_have_number_name_and_how_to_join(played, arbitrator):
    [text] = printed(played, "table-cards")
    for entry in played.event.entries.all():
        assert f"Table {entry.table} {entry.name} Join with your phone play.example {played.code}" in text
    with_code = len(made(played, "table-cards"))
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    [text] = printed(played, "table-cards")
    assert "Join" not in text
    assert played.code not in text
    assert len(made(played, "table-cards")) < with_code


def test_everybody_has_a_badge_also_in_a_pair_and_expected(played):
    club = Club.named("Les <b>Lettres</b>")
    club.save()
    Player.objects.filter(name="Bertrand").update(club=club)
    set_partner(played.event.entries.get(table=2), "Élise")
    Entry.objects.filter(table=3).update(arrived_at=None)
    event = Event.objects.get()
    badges = document("event", "badges")
    assert badges.count(event) == 5
    text = " ".join(printed(event, "badges", of="event"))
    order = ["Agnès", "Bertrand", "Céline", "David", "Élise"]
    places = [text.index(f"evening {name}") for name in order]
    assert places == sorted(places)
    assert f"Bertrand {club.name} table 2" in text
    by_table = badges.gather(event, {}, badges.keys(event, {"order": "table"})).cards
    assert [badge.name for badge in by_table] == ["Agnès", "Bertrand", "Élise", "Céline", "David"]
    by_club = badges.gather(event, {}, badges.keys(event, {"order": "club"})).cards
    assert by_club[-1].name == "Bertrand"


def test_badges_lead_to_the_game_or_to_what_everybody_may_see(played, arbitrator):
    badges = document("event", "badges")

    def path():
        event = Event.objects.get()
        return badges.gather(event, {}, badges.keys(event, {})).cards[0].path

    assert path() == f"/join/{played.code}/"
    game_services.end_game(game=played, by=arbitrator)
    assert path() == ""
    Event.objects.update(public=True)
    assert path() == f"/results/{played.event_id}/"


def test_badges_of_a_division_tell_it_and_no_table_and_lead_to_the_matches(played, arbitrator):
    """A player of matches of two has another table each round."""
    division = make_division(arbitrator, ["Zoé"], event=played.event, name="Masters")
    badges = document("event", "badges")
    event = Event.objects.get()
    shown = {badge.name: badge for badge in badges.gather(event, {}, badges.keys(event, {})).cards}
    assert shown["Agnès"].table is not None
    zoe = event.entries.get(player__name="Zoé")
    path = f"/matches/{event.pk}/?code={join_code(event)}"
    assert shown["Zoé"] == Badge("Zoé", "", None, path, division.name, badge_code(zoe.pk))
    text = " ".join(printed(event, "badges", of="event"))
    assert f"Zoé Masters {badge_code(zoe.pk)}" in text
    assert f"table {zoe.table}" not in text


def test_badges_of_a_classic_event_know_no_tables(built_in, arbitrator):
    division = make_division(arbitrator, ["Ann", "Ben"], name="B")
    event = division.event
    make_division(arbitrator, ["Cleo"], event=event, name="A")
    registration.register_player(event=event, name="Waits", phone=False)
    badges = document("event", "badges")
    order, *_labels = badges.choices(event)
    assert [value for value, _words in order.values] == ["name", "club", "division"]
    gathered = badges.gather(event, {}, badges.keys(event, {"order": "division"})).cards
    assert [(one.name, one.division, one.table) for one in gathered] == [
        ("Waits", "", None), ("Cleo", "A", None), ("Ann", "B", None), ("Ben", "B", None),
    ]  # fmt: skip
    assert "table" not in " ".join(printed(event, "badges", of="event"))


def test_no_badge_tells_a_token(played):
    event = Event.objects.get()
    badges = document("event", "badges")
    before = list(Entry.objects.values_list("token_hash", flat=True))
    gathered = badges.gather(event, {}, badges.keys(event, {})).cards
    assert not [badge for badge in gathered if "#t=" in badge.path]
    assert list(Entry.objects.values_list("token_hash", flat=True)) == before


@pytest.mark.slow
def test_fifteen_hundred_badges_fit_eight_a_page():
    badges = [Badge(f"{LONG} {number}", "Club", number, "/join/ABCDE/") for number in range(1500)]
    texts = pages(badges_pdf(CardsOnPaper(badges), PAPER))
    assert len(texts) == 188
    assert all("…" not in name for name in re.findall(r"evening (.*?) table", texts[0]))


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("sheet", "size"), [("L4785", (595, 842)), ("L7160", (595, 842)), ("5160", (612, 792))]
)
@pytest.mark.parametrize("name", ["badges", "table-cards"])
def test_cards_are_printed_from_the_first_free_label_of_a_sheet(played, name, sheet, size):
    of, subject = ("event", played.event) if name == "badges" else ("game", played)
    a_page = label_sheets()[sheet].a_page
    wanted, options = document(of, name), {"sheet": sheet, "first": str(a_page - 1)}
    assert wanted.keys_on_page(options) == a_page
    assert list(wanted.keys(subject, options)).count(EMPTY) == a_page - 2
    file = PdfReader(BytesIO(made(subject, name, of=of, **options)))
    assert [round(length) for length in file.pages[0].mediabox[2:]] == list(size)
    people = [[each for each in NAMES if each in page.extract_text()] for page in file.pages]
    assert people == [NAMES[:2], NAMES[2:]]
    late = wanted.keys(subject, options | {"first": "30"})
    assert late.index(next(filter(None, late))) == min(30, a_page) - 1


@pytest.mark.parametrize("sheet", label_sheets().values(), ids=lambda sheet: sheet.code)
def test_long_names_stay_whole_on_labels(sheet):
    badge = Badge(LONG, "Club", 12, "/join/ABCDE/", code="K7M2P")
    [text] = pages(badges_pdf(CardsOnPaper([badge], sheet), PAPER))
    assert LONG.replace("-", "") in text.replace("- ", "-").replace("-", "")
    card = TableCard(1234, "Ann & Ben", "/join/ABCDE/", "ABCDE")
    [text] = pages(table_cards_pdf(CardsOnPaper([card], sheet), PAPER))
    assert "1234" in text
    assert "Ann & Ben" in text


def test_long_names_are_set_smaller_before_they_are_cut():
    style = Print(REGULAR, 24, 2, 12)
    size, lines = style.fit("Anne-Marie Dupont", 260)
    assert (size, lines) == (24, ["Anne-Marie Dupont"])
    size, lines = style.fit(LONG, 260)
    assert 12 <= size < 24
    assert " ".join(lines).replace("- ", "-") == LONG
    assert style.fit("W" * 200, 100)[1][1].endswith("…")


# The notice, and several games


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The best move was"), ("fr", "Le plus beau coup"), ("es", "La mejor jugada")],
)
def test_the_notice_names_podium_number_and_finest_move(played, language, said):
    rows = standings_for_game(played).rows
    finest = max(played.rounds.announced(), key=lambda round_: round_.top_score)
    with override(language):
        text = written(played, "notice", "txt")
    assert said in text
    assert " 4 " in text
    assert all(row.name in text for row in rows if row.rank <= 3)
    assert str(rows[0].total) in text
    assert str(finest.top_score) in text
    assert "{" not in text


def test_the_notice_says_when_the_game_is_not_over(played, arbitrator):
    assert "not over yet" in written(played, "notice", "txt")
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    assert "not over yet" not in written(played, "notice", "txt")


def test_games_stand_four_to_a_page(played, arbitrator):
    event = Event.objects.get()
    for number in range(2, 6):
        play_evening(arbitrator, rounds=1, name=f"Game {number}", event=event)
    texts = printed(event, "boards", of="event")
    assert len(texts) == 2
    assert all(f"Game {number}" in texts[0] for number in (2, 3, 4))
    assert "Game 5" in texts[1]
    for round_ in played.rounds.announced():
        assert f"{round_.word} {round_.reference} {round_.score}" in texts[0]
    assert f"Total {sum(round_.top_score for round_ in played.rounds.announced())}" in texts[0]


# All of them


def test_all_are_made_of_an_event_in_which_nothing_has_happened(built_in, arbitrator):
    event = Event.objects.create(name="Empty")
    for one in documents_of("event"):
        for kind in one.kinds:
            assert made(event, one.name, kind, of="event"), (one.name, kind)


@pytest.mark.slow
def test_cards_with_names_are_for_who_may_know_them(played):
    chief = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)
    hidden = AtDesk(Arbitrator.Role.ARBITRATOR, names_hidden=True)
    for kind, name in (("game", "certificates"), ("event", "certificates"), ("event", "badges")):
        assert document(kind, name).may(chief)
        assert not document(kind, name).may(hidden)
    known = set(Player.objects.values_list("name", flat=True))
    with names.hidden(when=True):
        for name in ("slips", "table-cards", "notice"):
            text = written(played, name, "txt") if name == "notice" else " ".join(printed(played, name))
            assert not [one for one in known if one in text], name


def test_the_poster_is_there_while_the_game_can_be_joined(played, arbitrator):
    poster = document("game", "poster")
    assert poster.count(played) == 1
    assert played.code in printed(played, "poster")[0]
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    assert poster.count(played) == 0


def test_standings_of_an_event_with_all_columns_tell_more_of_people(played):
    club = Club.named("Les <b>Lettres</b> de la Vallée-Sur-Loire et des environs de Saint-Étienne")
    club.save()
    Player.objects.filter(name="Agnès").update(club=club, series="3A", country="FR", birth_year=1950)
    event = Event.objects.get()
    [text] = printed(event, "standings", of="event", columns="all")
    assert "Name Series Category Club Country Total" in text
    row = next(row for row in standings_for_game(played).rows if row.name == "Agnès")
    assert f"{row.rank} 1 Agnès 3A Diamant Les <b>Lettres</b>" in text
    # Nobody is in a team, so nothing is said of teams.
    assert "Team" not in text
    [plain] = printed(event, "standings", of="event")
    assert "Series" not in plain
