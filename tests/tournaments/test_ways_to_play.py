"""Every way to play is explained to everybody, in all languages."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation

from engine.modes import MODES
from engine.referee import ClassicSettings
from engine.rules.game_settings import read_settings
from tests.club_table import usual_fields
from tournaments.club_tables.models import ClubTable
from tournaments.club_tables.variants import BY_CODE, way_of_mode
from tournaments.models import Lexicon

RULES = {f"V{number}" for number in range(1, 14)} | {"C", "C4", "C7", "D"}


def test_every_rule_of_the_variants_has_a_page():
    assert {way.rule for way in BY_CODE.values()} == RULES


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.code)
def test_every_mode_is_explained(mode):
    assert way_of_mode(mode.code).rule == mode.rule


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
