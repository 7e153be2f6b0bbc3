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
from tests.lanes import quick

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FEW = Size(events=20, games=40, rounds=2, entries=3, people=20, lists=10)
MANY = Size(events=70, games=140, rounds=2, entries=3, people=120, lists=120)

# Session and user are two of each that is not for everybody.
QUERIES = {
    "years /desk/": 8,
    "years /events/": 6,
    "years /desk/new/": 14,
    "arbitrator0 /desk/": 10,
    "arbitrator0 /events/": 8,
    "arbitrator0 /desk/new/": 15,
    "years /desk/?of=over": 8,
    "years /events/?of=over": 6,
    "years /desk/?of=all": 8,
    "years /events/?of=all": 6,
    "years /desk/?of=all&q=game+0": 8,
    "years /events/?of=all&q=game+0": 5,
    "years /desk/?of=all&page=9": 8,
    "years /events/?of=all&page=9": 6,
    "years /people/": 8,
    "years /people/duplicates/": 8,
    "years /people/import/": 5,
    "years /people/seasons/": 6,
    "years /events/new/": 13,
    "years /events/new-tournament/": 7,
    "years /desk/prepared/": 9,
    "years /desk/prepared/new/": 9,
    "years /desk/prepared/import/": 7,
    "years /desk/prepared/search/": 9,
    "years /desk/simultaneous/": 8,
    "years /desk/simultaneous/new/": 6,
    "years /desk/envelopes/new/": 4,
    "years /desk/rules/": 6,
    "years /desk/rules/import/": 4,
    "years /tables/": 8,
    "years /people/?text=player12": 8,
    "years /people/seasons/N/": 9,
    "years /people/seasons/N/?show=clubs": 9,
    "years /people/N/": 9,
    "years /people/N/games/": 9,
    "years /people/N/same/": 5,
    "years /events/N/": 14,
    "years /events/N/entries/": 11,
    "years /events/N/standings/": 13,
    "years /events/N/settings/": 5,
    "years /events/N/print/": 61,
    "years /events/N/enter/": 11,
    "years /desk/N/players/": 11,
    "years /desk/N/log/": 10,
    "years /desk/N/arbitrators/": 10,
    "anybody /results/": 9,
    "anybody /api/v1/events/": 8,
    "anybody /api/v1/seasons/": 7,
    "anybody /training/": 8,
    "anybody /": 0,
    "anybody /results/seasons/N/": 10,
    "anybody /api/v1/seasons/N/index/": 10,
    "anybody /results/players/N/": 11,
    "anybody /api/v1/players/N/": 11,
    "anybody /results/N/": 16,
    "anybody /api/v1/events/N/": 8,
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


@pytest.mark.slow
@pytest.mark.parametrize("size", quick([FEW, MANY], FEW), ids=["few", "many"])
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
    """PostgreSQL reads whole tables in any case, unless it is told not to: then it does so where
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
