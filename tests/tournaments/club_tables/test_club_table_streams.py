"""The streams of club tables, and what they refuse."""

import asyncio

import pytest

from duplicate.website.views.public_streams import PUBLIC
from tests.tournaments.club_tables.play import begin_with
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.club_tables.games import state
from tournaments.club_tables.models import ClubTable

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clear_guesses")]


async def status_of_stream(code):
    told = []

    async def send(message):
        told.append(message)

    scope = {"path": f"/live/table/{code}/", "method": "GET", "headers": [], "client": ("127.0.0.1", 1)}
    await PUBLIC.stream(scope, None, send)
    return told[0]["status"]


def test_who_tries_codes_out_follows_nothing(table):
    assert asyncio.run(status_of_stream("ZZZZ")) == 404
    for number in range(GuessKind.CODE.value - 1):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert asyncio.run(status_of_stream(table.code)) == 429


def test_a_table_whose_lexicon_is_gone_has_no_stream(table):
    begin_with(table, "Ann", "Bob")
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon="gone")
    assert asyncio.run(status_of_stream(table.code)) == 409
