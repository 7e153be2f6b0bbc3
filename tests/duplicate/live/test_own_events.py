"""Own sheets that come with the stream: with the newest round they are what the phone would ask for."""

import asyncio
import json
from functools import partial

import pytest
from django.db import connections
from django.utils import translation

from duplicate.arbitration import game_words, questions
from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.live import own_events, subscriptions
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.log.actions import ACTIONS
from duplicate.slips import services as slip_services
from tournaments.live import streams
from tournaments.live.streams import FrameSource, Reader

QUERIES = 11
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def play_round(game, players, arbitrator, open_round, close_round, announce_top):
    """Return a function that plays the next round; one player has the top, another a word that is none."""

    def play(rack, number):
        open_round(rack)
        arbitration_services.give_top(game=game, entry=players[0][0], by=arbitrator)
        slip_services.key_slip(
            game=game, entry=players[1][0], word="ZZ", reference="A1", stated_score=3, by=arbitrator
        )
        close_round()
        return announce_top(number)

    return play


@pytest.fixture
def follow(game, players):
    """Return a function that returns the own events of all players, by their tokens' hashes, after some acts."""

    def follow_acts(*acts, languages=None):
        code = game.code
        phones = languages or {entry.token_hash: "en" for entry, _token in players}
        before = subscriptions.current_frame(code)
        for act in acts:
            act()
        return asyncio.run(_events(code, before, subscriptions.current_frame(code), phones))

    return follow_acts


async def _events(code, before, frame, languages):
    told = {}
    async for events in own_events.own_events(code, before, frame, languages):
        told |= events
    await asyncio.get_running_loop().run_in_executor(None, connections.close_all)
    return told


def read(event):
    kind, data = event.decode().strip().split("\n")
    assert kind == "event: own"
    return json.loads(data.removeprefix("data: "))


def merged(before, news):
    """Return what phone.js makes of the sheet that it has and an own event."""
    assert (before["rounds"][0]["number"] if before["rounds"] else 0) == news["after"]
    earlier = [line | {"may_question": False} for line in before["rounds"]]
    return news["sheet"] | {"rounds": [*news["sheet"]["rounds"], *earlier]}


def plain(sheet):
    return json.loads(json.dumps(sheet, default=str))


def test_sheet_and_own_events_make_the_whole_sheet_round_by_round(game, players, play_round, follow):
    for number, rack in enumerate(("TRAINER", "SATIRES", "OUTLINE"), start=1):
        had = {entry: plain(sheet_for_entry(game, entry)) for entry, _token in players}
        events = follow(partial(play_round, rack, number))
        assert len(events) == len(players)
        for entry, _token in players:
            whole = plain(sheet_for_entry(game, entry))
            assert merged(had[entry], read(events[entry.token_hash])) == whole
            assert len(whole["rounds"]) == number


def test_each_is_told_in_its_own_language(game, players, play_round, follow):
    phones = {
        entry.token_hash: language for (entry, _), language in zip(players, ("en", "fr", "es"), strict=True)
    }
    events = follow(partial(play_round, "TRAINER", 1), languages=phones | {"0" * 64: "en"})
    assert set(events) == set(phones)
    verdict = read(events[players[1][0].token_hash])["sheet"]["rounds"][0]["verdict"]
    with translation.override("fr"):
        assert sheet_for_entry(game, players[1][0])["rounds"][0]["verdict"] == verdict


def test_a_token_that_was_renewed_or_removed_gets_nothing(game, players, play_round, follow, arbitrator):
    old = {entry.token_hash: "en" for entry, _token in players}

    def renew():
        play_round("TRAINER", 1)
        phone_links.give_phone(game=game, entry=players[1][0], by=arbitrator)

    events = follow(renew, languages=old)
    assert set(events) == {players[0][0].token_hash, players[2][0].token_hash}


@pytest.mark.repeats
@pytest.mark.parametrize("chunk", [1, 2, 250])
def test_all_are_told_in_chunks(play_round, follow, players, chunk, monkeypatch):
    monkeypatch.setattr(own_events, "CHUNK", chunk)
    events = follow(partial(play_round, "TRAINER", 1))
    assert {read(events[entry.token_hash])["sheet"]["name"] for entry, _token in players} == {
        entry.name for entry, _token in players
    }


def test_nothing_is_told_before_the_announcement(follow, open_round, close_round, game, players, arbitrator):
    assert follow(partial(open_round, "TRAINER")) == {}
    give = partial(arbitration_services.give_top, game=game, entry=players[0][0], by=arbitrator)
    assert follow(give) == {}
    assert follow(close_round) == {}


def test_the_next_round_tells_nothing_if_nothing_was_corrected(
    follow, play_round, open_round, game, players, hands
):
    play_round("TRAINER", 1)
    ask = partial(
        questions.ask_question,
        game=game,
        entry=players[1][0],
        client_id="c0ffee00-0000-4000-8000-000000000001",
        number=1,
        text="Why?",
        asked_at=hands.now,
    )
    assert follow(ask) == {}
    assert follow(partial(open_round, "SATIRES")) == {}


def corrections(game, players, by):
    entry = players[1][0]
    return {
        "a slip": partial(
            slip_services.key_slip,
            game=game,
            entry=players[2][0],
            word="RAIN",
            reference="H5",
            stated_score=8,
            by=by,
            number=1,
            reason="Found",
        ),
        "a warning": partial(
            arbitration_services.mark_warning, game=game, entry=entry, by=by, number=1, reason="Late"
        ),
        "a player": partial(player_services.remove_player, game=game, entry=players[2][0], by=by),
    }


@pytest.mark.repeats
@pytest.mark.parametrize("what", ["a slip", "a warning", "a player"])
def test_after_a_correction_all_ask_for_the_whole_sheet(
    what, game, players, play_round, open_round, close_round, announce_top, follow, arbitrator
):
    play_round("TRAINER", 1)
    corrections(game, players, arbitrator)[what]()
    game.refresh_from_db()
    opened = follow(partial(open_round, "SATIRES"))
    assert set(opened.values()) == {own_events.ASK}
    close_round()
    assert set(follow(partial(announce_top, 2)).values()) == {own_events.ASK}


@pytest.mark.repeats
@pytest.mark.parametrize("what", ["a slip", "a warning"])
def test_a_correction_is_told_at_once_and_once(
    what, game, players, play_round, open_round, follow, arbitrator
):
    play_round("TRAINER", 1)
    assert set(follow(corrections(game, players, arbitrator)[what]).values()) == {own_events.ASK}
    open_round("SATIRES")
    give = partial(arbitration_services.give_top, game=game, entry=players[0][0], by=arbitrator)
    assert follow(give) == {}, "slips of the round in progress tell nothing"


def test_nobody_learns_that_a_word_was_decided_while_a_round_is_open(
    game, play_round, open_round, follow, arbitrator
):
    play_round("TRAINER", 1)
    open_round("SATIRES")
    decide = partial(game_words.accept_word, game=game, word="SATIRER", reason="A book", by=arbitrator)
    before = json.loads(subscriptions.current_frame(game.code).body)
    assert follow(decide) == {}
    after = json.loads(subscriptions.current_frame(game.code).body)
    assert after | {"version": 0} == before | {"version": 0}


def test_a_stream_that_missed_a_round_asks(follow, play_round, players):
    events = follow(partial(play_round, "TRAINER", 1), partial(play_round, "SATIRES", 2))
    assert set(events.values()) == {own_events.ASK}


def test_an_act_on_slips_says_nothing_of_earlier_rounds():
    assert all(ACTIONS[code].changes_earlier is None for code in own_events._ON_SLIPS)
    assert not own_events._HARMLESS & own_events._ON_SLIPS


def test_an_act_that_nobody_knows_is_not_harmless():
    assert not own_events._is_harmless("bag_weighed", None, [])


def test_all_cost_as_many_queries_as_one(game, players, play_round, django_assert_num_queries):
    play_round("TRAINER", 1)
    everybody = {entry.token_hash: "en" for entry, _token in players}
    own_events.events_for_phones(game.code, 1, everybody)
    for some in (dict([*everybody.items()][:1]), everybody):
        with django_assert_num_queries(QUERIES):
            own_events.events_for_phones(game.code, 1, some)


def test_a_stream_sends_the_frame_and_then_what_is_its_own():
    frames = [streams.Frame.of(number, {"version": number, "n": number}) for number in (1, 2)]
    current = [frames[0]]

    async def read_frame(known):
        return current[0] if current[0].version != known else None

    async def make(before, frame, languages):
        assert (before, frame) == (frames[0], frames[1])
        yield {
            holder: streams.own_event(f'"{holder} {language}"'.encode())
            for holder, language in languages.items()
        }

    source = FrameSource("TEST", read_frame, own_events=make)

    async def take(reader, count):
        stream, events = streams.events(source, frames[0], reader=reader), []
        async for event in stream:
            if not events:
                current[0] = frames[1]
            events.append(event)
            if len(events) == count:
                break
        await stream.aclose()
        return events

    async def run():
        readers = (Reader("mona", "fr"), Reader("mona", "fr"), Reader("noah", "es"))
        taking = [asyncio.create_task(take(reader, 3)) for reader in readers]
        nobody = asyncio.create_task(take(Reader(), 2))
        return await asyncio.gather(*taking), await nobody

    own, nobody = asyncio.run(asyncio.wait_for(run(), 10))
    assert [events[1].startswith(b"id: 2") for events in own] == [True] * 3
    assert [events[2] for events in own] == [
        b'event: own\ndata: "mona fr"\n\n',
        b'event: own\ndata: "mona fr"\n\n',
        b'event: own\ndata: "noah es"\n\n',
    ]
    assert nobody[1].startswith(b"id: 2")


def test_a_tally_goes_to_phones_alone_and_only_when_it_has_changed(monkeypatch):
    """Thousands of slips in between two looks are one event, which is no frame."""
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(streams, "TALLY_SECONDS", 0.05)
    frame = streams.Frame.of(1, {"version": 1})
    asked = []

    async def unchanged(_known):
        return None

    async def count():
        asked.append(len(asked))
        return b"%d" % (len(asked) // 3)

    source = FrameSource("TALLY", unchanged, tally=count)

    async def take(reader, number):
        stream = streams.events(source, frame, reader=reader)
        events = [await anext(stream) for _event in range(number)]
        await stream.aclose()
        return events

    async def run():
        screen = asyncio.create_task(take(Reader(), 2))
        events = await take(Reader("mona", "fr"), 4)
        done = screen.done()
        screen.cancel()
        return events, done

    events, screen_got_more = asyncio.run(asyncio.wait_for(run(), 10))
    assert events[1:] == [b"event: tally\ndata: %d\n\n" % number for number in range(3)]
    assert not screen_got_more
    assert len(asked) >= 6
