"""Score cards, result slips and players' records of a division."""

import re

import pytest

from tests.factories.divisions import make_director
from tests.factories.printed_division import enter, make_played, make_round
from tests.tournaments.classic.printing.documents import empty_division, make_document, pages_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_a_score_card_has_the_opponents_that_are_paired_and_lines_for_the_rest(five):
    text = text_of(five, "score-cards")
    ann = text[text.index("1 Ann") : text.index("2 Ben 1990")]
    assert "1 1 2 Ben 1st 450 390 +60 1–0 +60" in ann
    assert "2 1 3 Cleo 2nd 420 380 +40 2–0 +100" in ann
    assert "3 1 5 Eva 1st 4" in ann
    assert "2 bye 1–1 −10" in text


def test_score_cards_are_two_a_page_whatever_the_number_of_rounds():
    for rounds in (1, 21, 60):
        division = empty_division(name=f"Division {rounds}", rounds_planned=rounds)
        enter(division, [f"{'W' * 60} {number} of {rounds}" for number in range(5)])
        texts = pages_of(make_document(division, "score-cards", size="letter"))
        assert len(texts) == 3
        assert all(re.search(rf"\b{number}\b", texts[0]) for number in range(1, rounds + 1))


def test_slips_tell_table_round_and_names_and_nothing_of_byes(five):
    texts = pages_of(make_document(five, "result-slips", round="2"))
    assert len(texts) == 1
    text = " ".join(texts[0].split())
    # Two matches, and four spare slips.
    assert text.count("Signature") == text.count("Final score") == 12
    assert text.count("Goes first") == text.count("Round 2") == 6
    assert text.index("Cleo (3)") < text.index("Ann (1)") < text.index("Eva (5)") < text.index("Dan (4)")
    assert "Ben" not in text


def test_slips_are_six_a_page_and_every_table_has_one():
    division = make_played(60, rounds=1)
    texts = pages_of(make_document(division, "result-slips"))
    assert len(texts) == 5
    assert [text.count("Goes first") for text in texts] == [6] * 5
    # Cut, and the piles laid on each other, they are by table.
    on_pages = [re.findall(r"Round 1\D*?(\d+)\s*Table|(\d+)\s*Table", text) for text in texts]
    tables = [[int("".join(found)) for found in page] for page in on_pages]
    assert [page[0] for page in tables] == list(range(1, 6))
    assert tables[0] == [1, 6, 11, 16, 21, 26]
    assert len(set(re.findall(r"Player \d{3} \(\d+\)", "\n".join(texts)))) == 60


def test_a_record_is_a_page_with_rounds_totals_and_rating(five):
    texts = pages_of(make_document(five, "player-records"))
    assert len(texts) == 5
    ann = " ".join(texts[0].split())
    assert "Ann Spring open · Open" in ann
    assert "No. 1 · rank 1 of 5 · Lyon · Blues" in ann
    assert "2–0 +100 435 385 450 1 / 2 2000 › 20" in ann
    assert "Rating, if rated now" in ann
    assert "1 1 2 Ben 1st 450–390 won +60 1–0 +60" in ann
    assert "3 1 5 Eva 1st" in ann
    assert "2 2 5 Eva 2nd lost (forfeit) ½–1½ −50" in " ".join(texts[3].split())


@pytest.mark.slow
def test_a_record_of_sixty_rounds_and_a_very_long_name_is_one_page():
    division = empty_division(rounds_planned=60)
    by = make_director()
    name = "Wilhelmina-Maximiliana von und zu Hohenlohe-Langenburg-Schillingsfürst der Ältere"[:80]
    seats = enter(division, [name, "Ben"])
    for number in range(1, 61):
        make_round(division, number, [seats], by)
    texts = pages_of(make_document(division, "player-records", size="letter"))
    assert len(texts) == 2
    assert re.search(r"\b60 1 2 Ben", " ".join(texts[0].split()))
