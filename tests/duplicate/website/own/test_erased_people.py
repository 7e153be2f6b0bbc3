"""The name of an erased person is on none of the pages and files that follow from games that are over."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from duplicate.recaps import deck
from duplicate.training import devices, sessions
from tests.factories.past_events import season_of
from tests.factories.past_games import past_game
from tournaments.events.tokens import issue_token
from tournaments.models import Event, Player
from tournaments.people.privacy import erase_player

pytestmark = pytest.mark.django_db
NAME = "Xenia Quill"
# The pages that have no name of their owner, before either.
NAMELESS = {"own-words", "words.txt", "words.apkg", "words-poster"}


@pytest.fixture
def pages(english, built_in, arbitrator):
    """Play an evening with Xenia, and one that she plays later; return what each page says, by its name."""
    cache.clear()
    game = past_game(arbitrator, [NAME, "Bob Muir", "Cy Nash"], seed="erased", rounds=8, days_ago=2)
    other = past_game(arbitrator, ["Bob Muir", "Dan Ives"], seed="other", rounds=8, days_ago=1)
    Event.objects.update(public=True, shows_games=True)
    entry = game.event.entries.get(table=1)
    season = season_of(game.event.date, least_games=10, public=True)
    sessions.start_later(trainee=devices.know_device().trainee, game=other, name="quill xenia")
    missed = deck.find_missed(entry)
    assert deck.rate(entry=entry, round_id=missed[0].round_id, rating="good")
    phone = Client(headers={"Authorization": f"Bearer {issue_token(entry)}"})
    keeper = Client()
    keeper.force_login(User.objects.create_superuser("keeper"))
    where = [game.event_id, game.number]
    addresses = {
        "recap": (phone, reverse("recap", args=[game.code])),
        "own-words": (phone, reverse("own-words")),
        "words.txt": (phone, reverse("own-words-file", args=["txt"])),
        "words.apkg": (phone, reverse("own-words-file", args=["apkg"])),
        "later-games": (keeper, reverse("later-games", args=[other.event_id])),
        "season-records": (keeper, reverse("season-records", args=[season.pk])),
        "words-poster": (keeper, reverse("words-poster", args=[season.pk])),
        "public-records": (Client(), reverse("public-records", args=[season.pk])),
        "public-season": (Client(), reverse("public-season", args=[season.pk])),
        "public-game": (Client(), reverse("public-game", args=where)),
        "public-sheet": (Client(), reverse("public-sheet", args=[*where, entry.pk])),
        "public-standings": (Client(), reverse("public-standings", args=[game.event_id])),
        "archive": (keeper, reverse("save-event", args=[game.event_id])),
        "picture": (phone, reverse("recap-picture", args=[game.code])),
    }

    def read():
        answers = {name: client.get(address) for name, (client, address) in addresses.items()}
        assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 200)
        return {name: content_of(answer) for name, answer in answers.items()}

    return read


def content_of(answer):
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as packed:
            return " ".join(packed.read(name).decode(errors="replace") for name in packed.namelist())
    if content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    return content.decode(errors="replace")


@pytest.mark.slow
def test_no_page_and_no_file_has_the_name_afterwards(pages):
    before = pages()
    has_name = {name for name, text in before.items() if "xenia" in text.casefold()}
    assert has_name == before.keys() - NAMELESS - {"picture"}
    erase_player(Player.objects.get(name=NAME))
    after = pages()
    assert [name for name, text in after.items() if "xenia" in text.casefold()] == []
    assert after["picture"] != before["picture"]
    assert after["recap"] != before["recap"]
