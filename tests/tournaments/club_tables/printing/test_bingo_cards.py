"""Cards for bingo: as many as there are players, with words that the set can spell, or to be filled in."""

from collections import Counter
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from engine.lexicon import load_lexicon
from engine.modes.bingo.state import BingoSettings
from engine.tiles import load_tile_set
from tests.oracles.bingo import COUNTS
from tests.oracles.scorer import english_words
from tournaments.club_tables import tables
from tournaments.club_tables.models import ClubTable
from tournaments.club_tables.printing.bingo_cards import cards_by_hand, cards_with_words
from tournaments.club_tables.printing.bingo_cards_pdf import bingo_cards_pdf
from tournaments.models import Lexicon
from tournaments.printing.pdf.values import Paper, ReportHeading

PAPER = Paper(ReportHeading("Club evening", date(2026, 5, 1), datetime(2026, 5, 1, 18, tzinfo=UTC)))
LONG = "Maximilian-Alexander Prinz von Hohenzollern-Sigmaringen und zu Fürstenberg-Werden"


def cards(names, version=None, **settings):
    return cards_with_words(
        names=names,
        lexicon=load_lexicon("english"),
        settings=BingoSettings(**settings),
        seed="s",
        version=version,
    )


def texts(printed, paper=PAPER):
    return [page.extract_text() for page in PdfReader(BytesIO(bingo_cards_pdf(printed, paper))).pages]


@pytest.mark.repeats
@pytest.mark.parametrize("players", [3, 60])
def test_everybody_has_a_card_with_two_words(players):
    printed = cards([f"Player {number}" for number in range(1, players + 1)])
    pages = texts(printed)
    assert len(pages) == -(-players // 6)
    for card in printed:
        page = "".join(pages[(card.number - 1) // 6].split())
        assert f"Player{card.number}" in page
        for word in card.words:
            assert "".join(word) in english_words()
            assert "".join(word) in page


@pytest.mark.parametrize("blanks", ["any", "nothing"])
def test_words_can_be_spelled_by_the_letter_tiles_alone(blanks):
    counts = load_tile_set("english").counts
    tiles = load_tile_set("english")
    for card in cards([""] * 60, blanks=blanks):
        for letter, count in Counter(letter for word in card.words for letter in word).items():
            assert count <= counts[tiles.encode_plain(letter)[0]]


def test_cards_are_the_same_again_for_the_same_seed():
    assert cards(["Ann", "Bo"]) == cards(["Ann", "Bo"])


def test_cards_of_a_game_that_began_before_are_printed_again_as_they_were():
    """Words of version 1 of the mode: a blank made up for a letter."""
    before = cards([""] * 60, version=1)
    assert before == cards([""] * 60, version=1) != cards([""] * 60)
    lacking = [Counter(letter for word in card.words for letter in word) - COUNTS for card in before]
    assert any(lacking)


def test_cards_to_fill_in_have_no_words():
    [page] = texts(cards_by_hand(names=["", "", "Bo"]))
    assert page.count("Name") == 2
    assert "Bo" in page
    assert cards_by_hand(names=["Bo"])[0].words == ()


def test_long_names_and_tiles_of_two_letters_are_printed():
    from tournaments.club_tables.printing.bingo_cards import BingoCard

    word = ("CH", "A", "LL", "A", "RR", "O", "S")
    with override("es"):
        [page] = texts([BingoCard(1, LONG, (word, word))])
    assert "Maximilian-Alexander" in page
    assert "CHALLARROS" in "".join(page.split())


@pytest.mark.django_db
def test_cards_are_printed_at_the_desk_of_a_table_of_bingo(client):
    opener = User.objects.create_user("opener")
    english = Lexicon.objects.get_or_create(
        name="english", defaults={"tile_set": "english", "word_count": 170_000}
    )[0]
    wanted = {"way": "paper", "lexicon": english, "settings": {}, "by": opener}
    table = tables.open_table(mode="bingo", **wanted).table
    tables.sit_down(table=table, name="Ann", phone=False)
    path = reverse("bingo-cards", args=[table.code])
    assert client.get(path).status_code == 302, "for who has an account"
    client.force_login(opener)
    printed = client.get(path, {"number": 7, "words": "random"})
    assert printed["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(printed.content)).pages) == 2
    ClubTable.objects.filter(pk=table.pk).update(lexicon_source="older-1")
    changed = client.get(path, {"number": 7, "words": "random"}, follow=True)
    assert "has other words now" in changed.content.decode(), "the game knows other words than these cards"
    refused = client.get(path, {"number": 61})
    assert b"less than or equal to 60" in refused.content
    assert b'value="61"' in refused.content, "what was typed stays"
    classic = tables.open_table(mode="classic", **wanted).table
    assert client.get(reverse("bingo-cards", args=[classic.code]), {"number": 7}).status_code == 404
