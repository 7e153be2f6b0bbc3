"""Pages that list rows: as many queries for few rows as for many, and no reading of whole large tables."""

import re

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.lists import addresses
from tests.bench.years import Size, fill

pytestmark = pytest.mark.django_db

FEW = Size(events=20, games=40, rounds=2, entries=3, people=20, lists=10)
MANY = Size(events=70, games=140, rounds=2, entries=3, people=120, lists=120)

# Session and user are two of each that is not for everybody.
QUERIES = {
    "years /desk/": 7,
    "years /events/": 5,
    "years /desk/new/": 12,
    "arbitrator0 /desk/": 6,
    "arbitrator0 /events/": 6,
    "arbitrator0 /desk/new/": 11,
    "years /desk/?of=over": 7,
    "years /events/?of=over": 5,
    "years /desk/?of=all": 7,
    "years /events/?of=all": 5,
    "years /desk/?of=all&q=game+0": 7,
    "years /events/?of=all&q=game+0": 4,
    "years /desk/?of=all&page=9": 7,
    "years /events/?of=all&page=9": 5,
    "years /people/": 6,
    "years /people/duplicates/": 6,
    "years /people/import/": 3,
    "years /people/seasons/": 4,
    "years /events/new/": 12,
    "years /events/new-tournament/": 6,
    "years /desk/prepared/": 7,
    "years /desk/prepared/new/": 6,
    "years /desk/prepared/import/": 5,
    "years /desk/prepared/search/": 6,
    "years /desk/simultaneous/": 6,
    "years /desk/simultaneous/new/": 4,
    "years /desk/envelopes/new/": 2,
    "years /desk/rules/": 4,
    "years /desk/rules/import/": 2,
    "years /tables/": 6,
    "years /people/?text=player12": 6,
    "years /people/seasons/N/": 6,
    "years /people/seasons/N/?show=clubs": 6,
    "years /people/N/": 7,
    "years /people/N/games/": 6,
    "years /people/N/same/": 3,
    "years /events/N/": 11,
    "years /events/N/entries/": 8,
    "years /events/N/standings/": 11,
    "years /events/N/settings/": 3,
    "years /events/N/print/": 49,
    "years /events/N/enter/": 6,
    "years /desk/N/players/": 9,
    "years /desk/N/log/": 8,
    "years /desk/N/arbitrators/": 8,
    "anybody /results/": 9,
    "anybody /api/v1/events/": 8,
    "anybody /api/v1/seasons/": 7,
    "anybody /training/": 6,
    "anybody /": 0,
    "anybody /results/seasons/N/": 9,
    "anybody /api/v1/seasons/N/index/": 9,
    "anybody /results/players/N/": 10,
    "anybody /api/v1/players/N/": 10,
    "anybody /results/N/": 15,
    "anybody /api/v1/events/N/": 7,
    "anybody /api/v1/events/N/standings/": 12,
    "years /admin/": 3,
    "years /admin/duplicate/slip/": 4,
    "years /admin/duplicate/auditlogentry/": 4,
    "years /admin/duplicate/game/": 6,
    "years /admin/duplicate/preparedgame/": 6,
    "years /admin/duplicate/preparation/": 5,
    "years /admin/tournaments/event/": 5,
    "years /admin/tournaments/player/": 5,
    "years /admin/tournaments/lexicon/": 5,
    "years /admin/auth/user/": 6,
    "years /admin/axes/accessattempt/": 8,
    "years /admin/axes/accesslog/": 8,
    "years /admin/axes/accessfailurelog/": 8,
    "years /admin/duplicate/slip/?p=2": 4,
    "years /admin/duplicate/slip/?q=G00012": 6,
    "years /admin/duplicate/slip/?q=retains": 4,
    "years /admin/duplicate/slip/?late__exact=1": 4,
    "years /admin/duplicate/slip/?source__exact=phone": 4,
    "years /admin/duplicate/slip/?o=-7": 4,
    "years /admin/duplicate/auditlogentry/?p=2": 4,
    "years /admin/duplicate/auditlogentry/?q=G00012": 5,
    "years /admin/duplicate/auditlogentry/?act=round_opened": 4,
    "years /admin/duplicate/auditlogentry/?o=1": 4,
    "years /admin/duplicate/slip/N/change/": 9,
    "years /admin/duplicate/auditlogentry/N/change/": 6,
    "years /admin/duplicate/game/N/change/": 8,
    "years /admin/tournaments/event/N/change/": 5,
    "years /admin/tournaments/player/N/change/": 5,
    "years /admin/auth/user/N/change/": 8,
}


def page_of(user, address):
    """Return the address without its keys, and who asks."""
    return f"{user.username if user else 'anybody'} {re.sub(r'(?<=/)G?[0-9]+(?=/)', 'N', address)}"


def asked_by_pages(admin):
    for user, address in addresses(admin):
        cache.clear()
        ContentType.objects.clear_cache()
        client = Client()
        if user:
            client.force_login(user)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        assert answer.status_code == 200, address
        yield page_of(user, address), [one["sql"] for one in asked]


@pytest.mark.parametrize("size", [FEW, MANY], ids=["few", "many"])
def test_a_page_takes_as_many_queries_for_few_rows_as_for_many(size):
    assert {page: len(asked) for page, asked in asked_by_pages(fill(size))} == QUERIES


# The tables with the rows of each round, and of each slip.
LARGE = {"duplicate_round", "duplicate_slip", "duplicate_ruling", "duplicate_auditlogentry"}
# Indexes of few rows among many.
PARTIAL = {"slip_late", "slip_without_effect", "round_one_in_progress"}
# Parts of a plan that stop reading once a limit above them is reached.
PASS_ON = {"Nested Loop", "Subquery Scan", "Memoize"}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="the plans are those of PostgreSQL")
def test_no_page_reads_a_whole_large_table():
    """With few rows PostgreSQL reads whole tables in any case, unless it is told not to: then it does so where
    no index helps. An index without a condition is read in its order up to a limit, or as a whole.
    """
    admin = fill(FEW)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for kind in ("seqscan", "hashjoin", "mergejoin", "material"):
            cursor.execute(f"SET LOCAL enable_{kind} = off")

        def read_by(sql):
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
            return set(tables_read(cursor.fetchone()[0][0]["Plan"], limited=False))

        assert read_by("SELECT * FROM duplicate_slip ORDER BY word LIMIT 50") == {"duplicate_slip"}
        assert read_by("SELECT * FROM duplicate_slip ORDER BY id LIMIT 50") == set()
        read = {
            (page, table): sql
            for page, asked in asked_by_pages(admin)
            for sql in asked
            if sql.startswith("SELECT") and any(table in sql for table in LARGE)
            for table in read_by(sql)
        }
    assert read == {}


def tables_read(plan, *, limited):
    """Yield the large tables that a part of a plan reads as a whole."""
    kind, name = plan["Node Type"], plan.get("Relation Name")
    by_index = "Index Cond" in plan or plan.get("Index Name") in PARTIAL or (limited and kind != "Seq Scan")
    if name in LARGE and not by_index and kind != "Bitmap Heap Scan":
        yield name
    limited = kind == "Limit" or (limited and kind in PASS_ON)
    for part in plan.get("Plans", ()):
        yield from tables_read(part, limited=limited)
