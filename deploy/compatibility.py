"""The oldest release whose code may use the database: written in the names of applied migrations.

Migrations of a release only add to the database ("expand"), so that code of the release before runs against it, too.
A later release removes the columns that no code in use needs any more ("contract"). The name of such a migration ends
with the oldest release that can do without them: `0012_drop_hall_needs_0_3_0`. Code that does not have this migration
reads from its name whether it is new enough.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.installation.release import program_version

Release = tuple[int, ...]

NEEDS = re.compile(r"_needs_(\d+)_(\d+)_(\d+)$")


@cache
def own_release() -> Release:
    """Return the release of this code, as numbers."""
    return tuple(map(int, re.findall(r"\d+", program_version())[:3]))


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return the app and name of each migration of this code."""
    return frozenset(MigrationLoader(None).disk_migrations)


def find_needed_release() -> Release | None:
    """Return the oldest release that the database allows, if this code is older.

    Raises:
        DatabaseError: the database does not answer.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return needed_release(applied, known_migrations(), own_release())


def needed_release(
    applied: Iterable[tuple[str, str]], known: Collection[tuple[str, str]], own: Release
) -> Release | None:
    """Return the newest release that an unknown migration needs, if it is newer than `own`."""
    found = [NEEDS.search(name) for app, name in applied if (app, name) not in known]
    needed = [tuple(map(int, match.groups())) for match in found if match]
    return max((release for release in needed if release > own), default=None)


def format_release(release: Release) -> str:
    """Return a release as it is written: 0.2.0."""
    return ".".join(map(str, release))
