"""Names hidden from arbitrators: they know tables only, on every page, paper, message and public screen."""

import json
import uuid
from io import BytesIO
from zipfile import ZipFile, is_zipfile

import pytest
from django.urls import reverse
from pypdf import PdfReader

from duplicate import (
    urls,
)
from duplicate.api import urls as api_urls
from duplicate.arbitration.questions import ask_question
from duplicate.games import services as game_services
from duplicate.games import staff
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.live.delayed import key_of
from duplicate.live.frame import make_frame
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.log.messages import act_text
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    load_rule_set,
)
from tests.factories.addresses import patterns_in
from tests.factories.staff import log_in
from tournaments.models import Player
from tournaments.names import name_visibility
from tournaments.printing import registry
from tournaments.time import clock

pytestmark = pytest.mark.django_db

# No word of these is part of anything else that a page says, and none so short that a random token may hold it.
NAMES = ("Zaphira Quillon", "Yvonick Bexhill", "Xaverius Wummelhaus", "Wilhelmina Vlothowald")
JSON = {"Accept": "application/json"}
PARTS = {part.casefold() for name in NAMES for part in name.split()}


@pytest.fixture
def hidden(built_in, arbitrator):
    return game_services.create_game(
        name="Cup",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=load_rule_set("fise"),
        names_hidden=True,
    )


@pytest.fixture
def played(hidden, arbitrator, hands, close_round):
    """Play one announced round, with a solo and a penalty, and one in progress with slips; the log has acts
    on everybody.
    """
    game = hidden
    entries = [player_services.add_player(game=game, name=name, by=arbitrator).entry for name in NAMES[:3]]
    entries[2].partner = Player.named(NAMES[3])
    entries[2].partner.save()
    entries[2].save()
    phone_links.give_phone(game=game, entry=entries[1], by=arbitrator)
    for number, rack in enumerate(("TRAINER", "TRAINER")):
        round_services.type_rack(game=game, rack=rack if not number else "-" + rack, by=arbitrator)
        round_services.open_round(game=game, by=arbitrator)
        round_services.start_clock(game=game, by=arbitrator)
        for entry, word, reference in zip(
            entries, ("TRAINER", "TRAIN", "XYZ"), ("H2", "H4", "H8"), strict=True
        ):
            slip_services.key_slip(
                game=game, entry=entry, word=word, reference=reference, stated_score=12, by=arbitrator
            )
        if number == 0:
            close_round()
            from duplicate.rounds import top_search

            round_ = game.rounds.get(number=1)
            top_search.find_top(round_.pk)
            round_.refresh_from_db()
            top = next(top for top in round_.tops if top["preferred"])
            round_services.announce(
                game=game, number=1, reference=top["reference"], word=top["word"], by=arbitrator
            )
    ask_question(
        game=game,
        entry=entries[1],
        client_id=uuid.uuid4(),
        number=1,
        text="Is that so?",
        asked_at=clock.now(),
    )
    return game


def key(client, game, line, headers=JSON):
    """Type a line for round 2: as the page's script sends it, or as a page without a script."""
    return client.post(
        reverse("tables", args=[game.code]), {"line": line, "number": 2}, headers=headers, follow=True
    )


def named(text):
    """Return the parts of players' names that are in the text."""
    folded = text.casefold()
    return {part for part in PARTS if part in folded}


def text_of(answer):
    if answer.get("Content-Type", "") == "application/pdf":
        return "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as archive:
            content = b"\n".join(map(archive.read, archive.namelist()))
    text = content.decode()
    # As it reads, and as JSON and HTML write it.
    return text + text.encode().decode("unicode_escape", errors="ignore")


def every_address(game):
    """Yield all addresses of a game; a new part of an address needs a value here."""
    round_ = game.rounds.first()
    parts = {
        "code": game.code,
        "entry_id": game.event.entries.first().pk,
        "event_id": game.event_id,
        "how": "draw",
        "player_id": game.event.entries.first().player_id,
        "season_id": 0,
        "kind": "csv",
        "room_id": game.event.rooms.create(name="Lyon", key="lyon", first_table=1, last_table=9).pk,
        "post_id": game.event.posts.first().pk,
        "number": round_.number,
        "round_number": round_.number,
        "act": "draw",
        "question_id": uuid.uuid4(),
        "name": "classic",
        "pk": 0,
        "prepared_id": 0,
        "rule_set": "classic",
        "search_id": 0,
        "simultaneous_id": 0,
        "club_id": 0,
        "version_id": 0,
        "file_id": 0,
        "envelope_id": 0,
        "digest": "d" * 64,
        "language": "en",
        "file_name": "none.png",
        "game_id": 0,
        "training_id": 0,
        "key": key_of(game),
        "part": "standings",
    }
    for pattern in patterns_in([*urls.urlpatterns, *api_urls.urlpatterns]):
        wanted = pattern.pattern.converters
        assert set(wanted) <= set(parts), f"what goes into the address of {pattern.name}?"
        yield reverse(pattern.name, kwargs={part: parts[part] for part in wanted})


def crawl(client, game, addresses=None):
    """Return the names on the pages, by address: on all of the game's, or on these."""
    found = {}
    for address in addresses or every_address(game):
        for headers in ({}, {"HX-Request": "true"}):
            found[address] = found.get(address, set()) | named(
                text_of(client.get(address, headers=headers, follow=True))
            )
    return {address: parts for address, parts in found.items() if parts}


@pytest.mark.sweep
def test_an_arbitrator_finds_no_name_anywhere(client, played):
    assert crawl(log_in(client, played, "arbitrator"), played) == {}


def papers(client, game, wanted=None):
    """Return the names in all documents, in every file format, by document; or in those that are wanted."""
    found = {}
    for about, subject in (("game", game), ("event", game.event)):
        for document in registry.documents_of(about):
            for kind in document.kinds:
                if wanted and (document.name, kind) not in wanted:
                    continue
                place = [game.event_id, about, subject.pk, document.name, kind]
                answer = client.get(reverse("document-file", args=place), {"sort": "name", "order": "names"})
                if answer.status_code == 200 and (parts := named(text_of(answer))):
                    found[document.name, kind] = parts
    return found


@pytest.mark.slow
def test_no_paper_tells_an_arbitrator_a_name(client, played):
    assert papers(log_in(client, played, "arbitrator"), played) == {}


@pytest.mark.parametrize("name", ["arbitration", "player-sheets"])
def test_with_names_hidden_their_order_is_that_of_tables(played, name):
    document = next(one for one in registry.documents_of("game") if one.name == name)

    def order(by):
        options = {"order": by}
        if document.is_long:
            return list(document.keys(played, options))
        return [line.table for line in document.gather(played, options).lines]

    assert order("name") != order("table")
    with name_visibility.hidden(True):
        assert order("name") == order("table")


def test_papers_tell_the_chief_names(client, played):
    """And so they would be found."""
    wanted = {("standings", "pdf"), ("standings", "xlsx"), ("arbitration", "csv")}
    assert set(papers(log_in(client, played, "chief"), played, wanted)) == wanted


@pytest.mark.slow
def test_the_same_when_the_round_is_closed_and_judged(client, played, close_round):
    close_round()
    closing.judge_round(played.rounds.get(number=2).pk)
    client = log_in(client, played, "arbitrator")
    assert crawl(client, played) == {}
    panel = client.get(reverse("panel", args=[played.code])).content.decode()
    assert "Table 1" in panel


@pytest.mark.slow
@pytest.mark.parametrize("person", ["chief", "helper"])
def test_the_chief_and_helpers_see_names(client, played, person):
    """And so the crawl would find them."""
    addresses = [reverse(name, args=[played.code]) for name in ("players", "standings-pdf", "dashboard")]
    found = crawl(log_in(client, played, person), played, addresses)
    assert found.keys() == set(addresses)
    assert found[addresses[0]] == PARTS


def test_an_arbitrator_sees_names_where_they_are_not_hidden(client, played):
    type(played).objects.update(names_hidden=False)
    panel = reverse("panel", args=[played.code])
    assert panel in crawl(log_in(client, played, "arbitrator"), played, [panel])


@pytest.mark.slow
def test_what_an_arbitrator_does_answers_without_names(client, played, arbitrator):
    client = log_in(client, played, "arbitrator")
    entry = played.event.entries.first()
    for headers in ({}, JSON):
        for who in ("1", "Zaphira", "zap", "9"):
            said = text_of(key(client, played, f"{who} RETRAIN H2", headers))
            # The answer may repeat the typed text, and no other name.
            assert named(said) <= named(who)
    assert entry.slips.filter(round__number=2, in_conflict=True).get().word == "RETRAIN"


def test_a_name_is_not_found_by_trying(client, played):
    """Otherwise who knows a player would learn the table from the answer."""
    answer = key(log_in(client, played, "arbitrator"), played, "Yvonick RETRAIN H2")
    assert answer.status_code == 422
    assert "There is no player" in answer.json()["problem"]


def test_an_arbitrator_who_may_not_know_names_enters_no_players(client, played):
    client = log_in(client, played, "arbitrator")
    entry = played.event.entries.first()
    page = client.get(reverse("players", args=[played.code])).content.decode()
    assert "<textarea" not in page
    for name, args in [("players", []), ("phone-link", [entry.pk]), ("remove-player", [entry.pk])]:
        answer = client.post(reverse(name, args=[played.code, *args]), {"names": "Pia"})
        assert answer.status_code == 403
    assert played.event.entries.count() == 3


def test_the_log_keeps_names_and_tells_them_to_whom_it_may(played):
    told = " ".join(act_text(entry.act, entry.params) for entry in played.log.all())
    assert named(told) >= {"zaphira", "quillon", "yvonick", "wummelhaus"}
    with name_visibility.hidden(True):
        told = " ".join(act_text(entry.act, entry.params) for entry in played.log.all())
        shown = json.dumps([entry.shown_params for entry in played.log.all()])
    assert not named(told + shown)
    assert "Table 2" in told


def test_an_act_of_an_arbitrator_is_recorded_with_the_name(client, played):
    key(log_in(client, played, "arbitrator"), played, "1 RETRAIN H2")
    assert played.log.last().params["name"] == NAMES[0]


def test_the_hall_learns_names_when_the_game_is_over(played, arbitrator, close_round):
    played.refresh_from_db()
    assert not named(make_frame(played).body.decode())
    leader = json.loads(make_frame(played).body)["leaders"][0]
    assert (leader["name"], leader["table"]) == ("", 1)
    game_services.finish(played, reason="arbitrator", by=arbitrator)
    played.refresh_from_db()
    assert named(make_frame(played).body.decode()) >= {"zaphira", "quillon"}


def test_a_frame_does_not_depend_on_who_asks_first(played):
    """One that is made while an arbitrator is answered goes to every screen."""
    type(played).objects.update(names_hidden=False)
    played.refresh_from_db()
    with name_visibility.hidden(True):
        assert named(make_frame(played).body.decode())


def test_players_know_their_own_names(played):
    sheet = sheet_for_entry(played, played.event.entries.first())
    assert sheet["name"] == NAMES[0]


def test_hiding_and_showing_is_for_the_chief_and_on_record(played, arbitrator):
    before = type(played).objects.get(pk=played.pk).version
    staff.set_arbitration(game=played, double_arbitration=False, names_hidden=False, by=arbitrator)
    played.refresh_from_db()
    assert not played.names_hidden
    assert played.version == before + 1
    assert played.log.last().act == "names_shown"


def test_equals_are_in_the_order_of_their_tables(hidden, arbitrator):
    """The order of names would tell something of them, and Table 10 comes after Table 2."""
    for table, name in ((10, "Anna"), (2, "Zoe"), (1, "Mona")):
        player_services.add_player(game=hidden, name=name, by=arbitrator, table=table)
    assert [row.table for row in standings_for_game(hidden).rows] == [10, 1, 2]
    with name_visibility.hidden(True):
        assert [row.table for row in standings_for_game(hidden).rows] == [1, 2, 10]
