"""Every way to play is explained to everybody, in all languages."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

from engine.modes import MODES
from engine.referee import ClassicSettings
from engine.rules.game_settings import read_settings
from tests.factories.club_tables import usual_fields
from tournaments.club_tables.models import ClubTable
from tournaments.club_tables.variants import BY_CODE, way_of_mode
from tournaments.club_tables.views.strings import OF_MODES
from tournaments.models import Lexicon

RULES_PAGE = (Path(__file__).parents[3] / "docs/rules.md").read_text()
# A variant is a row of a table, a way of its own has a heading.
VARIANTS = set(re.findall(r"^(?:\| |### )(V\d+)(?: \||\. )", RULES_PAGE, re.MULTILINE))


def test_every_rule_of_the_variants_has_a_page():
    assert len(VARIANTS) >= 13
    assert {way.rule for way in BY_CODE.values()} == VARIANTS | {"C", "C4", "C7", "D"}


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.code)
def test_every_mode_is_explained(mode):
    assert mode.code in {way.mode for way in BY_CODE.values() if not way.settings}
    assert way_of_mode(mode.code).rule == mode.rule


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.code)
def test_every_mode_has_its_part_of_the_table(mode):
    """The page includes a template, a script and the strings of the script by the code of the mode."""
    assert get_template(f"club_tables/modes/{mode.code}.html")
    assert finders.find(f"club_tables/{mode.code}.js")
    assert mode.code in OF_MODES


@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
@pytest.mark.parametrize("code", BY_CODE)
def test_the_page_says_it_in_words(client, db, code, language):
    answer = client.get(reverse("way-to-play", args=[code]), headers={"Accept-Language": language})
    assert answer.status_code == 200
    with translation.override(language):
        for point in (BY_CODE[code].lead, *BY_CODE[code].points):
            assert str(point) in answer.content.decode()


def test_the_list_names_them_all(client, db):
    page = client.get(reverse("ways-to-play")).content.decode()
    assert all(reverse("way-to-play", args=[code]) in page for code in BY_CODE)


def test_there_is_no_such_way(client, db):
    assert client.get(reverse("way-to-play", args=["chess"])).status_code == 404


@pytest.mark.repeats
@pytest.mark.parametrize("way", [way for way in BY_CODE.values() if way.settings], ids=lambda way: way.code)
def test_a_table_is_opened_with_the_variant(client, db, way):
    """The settings that the page of the variant offers can be agreed unchanged."""
    Lexicon.objects.create(name="english", tile_set="english", word_count=170_000)
    client.force_login(User.objects.create_user("a"))
    address = reverse("new-club-table", args=["classic"]) + f"?with={way.code}"
    assert address in client.get(reverse("way-to-play", args=[way.code])).content.decode()
    fields = usual_fields(client.get(address).content.decode())
    answer = client.post(address, fields)
    assert answer.status_code == 302
    agreed = read_settings(ClassicSettings, ClubTable.objects.get().settings)
    assert agreed == replace(ClassicSettings(), **way.settings)
