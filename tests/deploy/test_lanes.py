"""Lanes: what belongs to the desk, to players and to strangers who read; every address of the program is told apart."""

import itertools

import pytest
from django.conf import settings
from django.urls import get_resolver

from deploy.lanes import ADDRESSES_OF_CROWD, ADDRESSES_OF_DESK, ADDRESSES_OF_READERS, Lane, lane_of


def first_parts():
    """Return the first part of every address; empty for the front page."""
    found = {str(each.pattern) for each in flattened(get_resolver().url_patterns)}
    return {pattern.partition("/")[0].removeprefix("^") for pattern in found}


def flattened(patterns, before=""):
    for each in patterns:
        if str(each.pattern) or not hasattr(each, "url_patterns"):
            yield each
        else:
            yield from flattened(each.url_patterns)


def test_every_address_is_in_one_lane():
    """A new one has to be added to one of the lists: a phone's page in the desk's lane would hold it up."""
    lanes = {
        Lane.DESK: ADDRESSES_OF_DESK,
        Lane.CROWD: ADDRESSES_OF_CROWD,
        Lane.READERS: ADDRESSES_OF_READERS,
    }
    assert sorted(first_parts()) == sorted(["", *itertools.chain(*lanes.values())])
    for lane, parts in lanes.items():
        assert {lane_of(f"/{part}/x/") for part in parts} == {lane}


@pytest.mark.parametrize(
    ("path", "query", "lane"),
    [
        ("/", "", Lane.CROWD),
        ("/desk/ABCD/draw/", "", Lane.DESK),
        ("/desk/ABCD/panel/", "version=7", Lane.DESK),
        ("/screen/ABCD/", "room=3", Lane.DESK),
        ("/play/ABCD/", "", Lane.CROWD),
        ("/play/desk/", "", Lane.CROWD),
        ("/deskmate/", "", Lane.CROWD),
        ("/api/v1/games/ABCD/", "", Lane.CROWD),
        ("/api/v1/games/ABCD/", "screen", Lane.DESK),
        ("/api/v1/boards/abc-1/", "screen", Lane.DESK),
        ("/api/v1/events/7/clocks/", "screen", Lane.DESK),
        ("/api/v1/games/ABCD/slips/", "screen", Lane.CROWD),
        ("/api/v1/events/", "screen", Lane.READERS),
        ("/api/schema/", "screen", Lane.READERS),
        ("/api/v1/events/7/standings/", "", Lane.READERS),
        ("/api/v1/events/7/clocks/", "", Lane.CROWD),
        ("/live/clocks/7/", "screen", Lane.DESK),
        ("/live/ABCD/", "screen", Lane.DESK),
        ("/live/ABCD/", "", Lane.CROWD),
        ("/training/", "screen", Lane.READERS),
        ("/results/", "a=1&x=?screen", Lane.READERS),
        ("/api/v1/games/ABCD/", "a=?screen", Lane.CROWD),
        ("/healthz", "", Lane.PROBES),
        ("/readyz", "full", Lane.PROBES),
        ("/healthz/x/", "", Lane.CROWD),
        (f"{settings.STATIC_URL}duplicate/desk.js", "", Lane.FILES),
    ],
)
def test_lanes(path, query, lane):
    assert lane_of(path, query) is lane


@pytest.mark.parametrize(
    ("path", "content_type", "lane"),
    [
        ("/people/import/", "multipart/form-data; boundary=a", Lane.UPLOADS),
        ("/training/bring/", "Multipart/Form-Data; boundary=a", Lane.UPLOADS),
        ("/api/v1/simultaneous/abc/results/", "application/json", Lane.UPLOADS),
        ("/people/import/", "application/x-www-form-urlencoded", Lane.DESK),
        ("/api/v1/games/ABCD/slips/", "application/json", Lane.CROWD),
    ],
)
def test_files_have_a_lane_of_their_own(path, content_type, lane):
    assert lane_of(path, method="POST", content_type=content_type) is lane


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("HEAD", "/results/7/", Lane.READERS),
        ("POST", "/training/7/1/answer/", Lane.CROWD),
        ("GET", "/training/7/", Lane.CROWD),
        ("GET", "/training/games/7/later/", Lane.READERS),
        ("POST", "/simultaneous/7/", Lane.CROWD),
        ("POST", "/desk/ABCD/draw/", Lane.DESK),
    ],
)
def test_what_somebody_changes_or_plays_is_the_crowds(method, path, lane):
    assert lane_of(path, method=method) is lane
