"""The Print page: what it lists, and what has changed since."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from duplicate.arbitration import services as arbitration_services
from tests.factories.games import create_game
from tests.factories.print_pages import file_of, page_of, place
from tournaments.events import seating, staff
from tournaments.models import Arbitrator, Entry, EventPrize, Player, Printed, PrintJob
from tournaments.printing import registry

# Those whose subjects a game brings along.
DOCUMENTS = [(kind, document) for kind in ("event", "game") for document in registry.documents_of(kind)]
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("played")]


class TestThePage:
    def test_every_document_is_listed_and_has_its_page(self, desk, played):
        EventPrize.objects.create(event=played.event, number=1, name="Cup")
        page = page_of(desk, played)
        with override("en"):
            for kind, document in DOCUMENTS:
                assert str(document.title) in page
                address = reverse("print-document", args=place(played, document.name, kind))
                assert desk.get(address).status_code == 200, document.name

    @pytest.mark.slow
    def test_every_document_can_be_had_as_all_its_kinds(self, desk, played):
        """Each of those whose subjects a game brings along, made for real."""
        EventPrize.objects.create(event=played.event, number=1, name="Cup")
        for kind, document in DOCUMENTS:
            for file_kind in document.kinds:
                answer = file_of(desk, played, file_kind, document.name, kind)
                assert answer.status_code == 200, (document.name, file_kind)
                assert answer.content

    def test_who_never_came_is_not_counted_among_the_players(self, desk, played, players):
        player = Player.named("Zoe Absent")
        player.save()
        Entry.objects.create(event=played.event, player=player, table=99, arrived_at=None)
        counts = {
            (kind, name): registry.find(played.event, kind, subject.pk, name)[1].count(subject)
            for kind, subject, name in (
                ("event", played.event, "standings"),
                *(("game", played, name) for name in ("standings", "points", "arbitration")),
            )
        }
        assert set(counts.values()) == {len(players)}

    @pytest.mark.slow
    def test_it_says_what_has_changed_since(self, desk, played, players, hands, arbitrator):
        assert "Last created" not in page_of(desk, played)
        hands.move(60)
        file_of(desk, played)
        assert "Nothing has changed since." in page_of(desk, played)
        hands.move(60)
        entry = players[1][0]
        arbitration_services.overrule(
            score=10, game=played, entry=entry, number=1, by=arbitrator, reason="Hard to read"
        )
        page = page_of(desk, played)
        assert "One act since then" in page
        assert "Nothing has changed since." not in page

    def test_standings_of_the_event_change_with_its_games_and_cards_with_its_tables(
        self, desk, played, players, hands, arbitrator
    ):
        for kind, name in (("event", "standings"), ("game", "arbitration")):
            file_of(desk, played, name=name, kind=kind)
        hands.move(60)
        assert page_of(desk, played).count("Nothing has changed since.") == 2
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        seating.draw_tables(event=played.event, by=arbitrator)
        page = page_of(desk, played)
        assert "Nothing has changed since." not in page
        assert page.count("2 acts since then") == 2

    def test_what_is_saved_or_chosen_otherwise_leaves_the_moment_of_the_usual_one(
        self, desk, played, players, hands, arbitrator
    ):
        file_of(desk, played)
        hands.move(60)
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        hands.move(60)
        file_of(desk, played, "csv")
        file_of(desk, played, sort="name")
        assert "One act since then" in page_of(desk, played)
        file_of(desk, played)
        assert "Nothing has changed since." in page_of(desk, played)

    def test_where_nothing_is_on_it_nothing_is_printed(self, desk, arbitrator):
        game = create_game(arbitrator)
        answer = file_of(desk, game, name="sheet")
        assert answer.url == reverse("print-document", args=place(game, "sheet"))
        chosen = {"paper": "letter", "order": "rank", "other": "x"}
        answer = file_of(desk, game, name="arbitration", **chosen)
        address = reverse("print-document", args=place(game, "arbitration"))
        assert answer.url == f"{address}?paper=letter&order=rank"
        assert "Nothing to print yet." in desk.get(answer.url).content.decode()
        assert desk.get(reverse("document-picture", args=place(game, "sheet"))).status_code == 404
        assert not Printed.objects.exists()

    def test_it_says_of_what_there_is_how_much(self, desk, played):
        page = page_of(desk, played)
        chips = re.findall(r'<span class="chip[^"]*">([^<]*)</span>', page)
        assert {"3 players", "1 round", "3 badges", "60 slips", "3 cards", "1 page", "1 game"} <= set(chips)
        assert not [chip for chip in chips if chip.isdecimal()]

    def test_how_much_there_is_of_what_was_chosen_stands_before_it_is_printed(self, desk, played):
        def said(name, **chosen):
            page = desk.get(reverse("print-document", args=place(played, name)), chosen).content.decode()
            return " ".join(page[page.index('id="as-chosen"') :].split())

        assert "<p>3 certificates</p>" in said("certificates", whom="all")
        assert "<p>3 slips · One page</p>" in said("slips", rounds="next")
        assert "<p>160 slips · 20 pages</p>" in said("slips", rounds="1-16", tables="10")

    def test_places_that_may_change_are_said_to_before_certificates_are_printed(
        self, desk, played, arbitrator
    ):
        from duplicate.games import services as game_services
        from tournaments.events import services as event_services

        said = "the certificates are marked as provisional"
        page = reverse("print-document", args=place(played, "certificates"))
        assert said in desk.get(page).content.decode()
        assert page_of(desk, played).count(said) == 2, "of the game, and of the event"
        game_services.end_game(game=played, by=arbitrator)
        assert said not in desk.get(page).content.decode()
        assert said not in page_of(desk, played)
        event_services.release_standings(event=played.event, released="provisional", by=arbitrator)
        assert page_of(desk, played).count(said) == 2

    def test_a_helper_is_not_told_what_was_done(self, client, played, players, arbitrator, hands):
        helper = staff.let_in_new(
            event=played.event, user_name="helper", role=Arbitrator.Role.HELPER, by=arbitrator
        ).user
        client.force_login(helper)
        file_of(client, played)
        hands.move(60)
        arbitration_services.overrule(
            score=10, game=played, entry=players[1][0], number=1, by=arbitrator, reason="Hard to read"
        )
        page = page_of(client, played)
        assert "One act since then" in page
        assert "Hard to read" not in page

    def test_an_event_without_anything_says_so(self, desk, arbitrator):
        from tournaments.events import services as event_services

        event = event_services.create_event(name="Empty", by=arbitrator)
        page = desk.get(reverse("print", args=[event.pk])).content.decode()
        assert "nothing yet" in page

    @pytest.mark.slow
    def test_it_takes_as_many_queries_for_many_players(self, desk, played, game):
        from duplicate.games.players import services as player_services

        def queries():
            with CaptureQueriesContext(connection) as asked:
                page_of(desk, played)
            return len(asked)

        before = queries()
        for number in range(12):
            player_services.add_player(
                game=game, name=f"Player {number}", by=User.objects.get(username="ann")
            )
        assert queries() == before


class TestLabelSheets:
    """A sheet of labels has its own paper and number of labels."""

    def test_paper_is_offered_for_cards_to_be_cut_and_the_first_label_for_sheets(self, desk, played):
        cut = document_page(desk, played, "badges")
        assert field_of(cut, "paper") == field_of(cut, "sheet") == "offered"
        assert field_of(cut, "first") == "hidden"
        labels = document_page(desk, played, "badges", sheet="L7163")
        assert field_of(labels, "paper") == "hidden"
        assert field_of(labels, "first") == "offered"

    def test_a_first_label_past_the_last_one_is_refused_at_its_field(self, desk, played):
        chosen = {"sheet": "L7163", "first": "15"}
        page = document_page(desk, played, "badges", **chosen)
        problem = re.search(r'id="problem-first">([^<]+)<', page)
        assert problem[1] == "This sheet has 14 labels: the first free one is at most 14."
        assert "Print (PDF)" not in page
        address = reverse("document-file", args=[*place(played, "badges", "event"), "pdf"])
        answer = desk.get(address, chosen)
        assert answer.status_code == 302
        assert answer.url.endswith("?sheet=L7163&first=15")
        picture = reverse("document-picture", args=place(played, "badges", "event"))
        assert desk.get(picture, chosen).status_code == 404
        job = desk.post(reverse("make-document", args=place(played, "badges", "event")), chosen)
        assert job.url == answer.url
        assert not PrintJob.objects.exists()
        assert desk.get(address, {**chosen, "first": "14"}).status_code == 200


def document_page(desk, played, name, kind="event", **chosen):
    return desk.get(reverse("print-document", args=place(played, name, kind)), chosen).content.decode()


def field_of(page, name):
    return (
        "hidden" if f'id="field-{name}" hidden' in page else "offered" if f'id="field-{name}"' in page else ""
    )
