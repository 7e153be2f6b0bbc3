"""Pictures to share: letters of any script, in the order in which they are read; boards as screens have them."""

from io import BytesIO
from itertools import groupby

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageDraw

from duplicate.games import services as game_services
from duplicate.models import Round
from duplicate.website.public import social_card
from duplicate.website.public.recap_picture import RecapPicture, recap_png
from engine.rules import (
    RuleSet,
)
from tournaments.lexicons.services import load_word_list
from tournaments.models import Event
from tournaments.time import clock


def recap_named(name):
    return recap_png(
        RecapPicture(
            title="Tuesday",
            day="3 March",
            name=name,
            rank="Rank 1 of 3",
            lines=(),
            own=(0.0, -1.0),
            field=(0.0, -9.0),
            legend=("Points", name, "Average"),
        )
    )


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("שלום", "אברם"),
        ("خالد", "سلام"),
        ("王小明", "陳麗華"),
        ("გიორგი", "მარიამ"),
        ("ที่นี่", "น้ำใจ"),
        ("Ania 😀", "Ania 🎲"),
    ],
)
def test_a_name_in_any_script_has_letters_of_its_own(one, other):
    assert recap_named(one) != recap_named(other)


def widths_of_letters(text):
    """Return the widths of the letters of a short text, from left to right: columns of pixels with ink."""
    image = Image.new("L", (300, 200), 255)
    social_card.draw_text(ImageDraw.Draw(image), (20, 20), text, "Regular", 60, fill="#000000")
    inked = [image.crop((x, 0, x + 1, 200)).getextrema()[0] < 128 for x in range(300)]
    return [len(list(columns)) for is_inked, columns in groupby(inked) if is_inked]


@pytest.mark.parametrize(
    ("text", "ends_with_narrow"),
    [("אי", False), ("יא", True), ("Ai", True), ("iA", False)],
)
def test_letters_stand_in_the_order_in_which_they_are_read(text, ends_with_narrow):
    """Yod and i are narrower than the letter beside them."""
    left, right = widths_of_letters(text)
    assert (right < left) == ends_with_narrow


def test_a_long_name_in_another_script_stays_inside_the_picture():
    lines = social_card.wrap_text("שלום־" * 40, "Regular", 32)
    widths = [social_card.text_width(line, "Regular", 32) for line in lines]
    assert len(lines) > 1
    assert max(widths) <= social_card.TEXT_WIDTH * social_card.SCALE


@pytest.mark.django_db
def test_a_hebrew_board_reads_from_right_to_left_and_shows_its_blank(arbitrator, tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    load_word_list(name="club", data="שלום\nאבא\n".encode(), tile_set="hebrew")
    game = game_services.create_game(
        name="שלישי", by=arbitrator, lexicon="club", notation="duplicate", rules=RuleSet()
    )
    Round.objects.create(
        game=game,
        number=1,
        rack="?לוםאבג",
        state=Round.State.ANNOUNCED,
        closes_at=clock.now(),
        announced_at=clock.now(),
        top_score=8,
        tops=[{"reference": "H8", "word": "(ש)לום", "preferred": True}],
        word="(ש)לום",
        reference="H8",
        score=8,
    )
    game_services.end_game(game=game, by=arbitrator)
    Event.objects.update(shows_games=True, released="provisional")
    where = [game.event_id, 1]
    page = Client().get(reverse("public-game", args=where)).content.decode()
    assert '<div class="board" dir="rtl">' in page
    assert '<span class="tile blank"><span class="tile-letter">ש</span></span>' in page
    picture = Image.open(BytesIO(Client().get(reverse("public-game-picture", args=where)).content))
    row = social_card.MARGIN + 7 * social_card.SQUARE + 6
    edges = [
        picture.getpixel((social_card.MARGIN + column * social_card.SQUARE + 12, row)) for column in (5, 9)
    ]
    tile = tuple(bytes.fromhex(social_card.TILE[1:]))
    assert [sum(abs(a - b) for a, b in zip(edge, tile, strict=True)) < 12 for edge in edges] == [True, False]
