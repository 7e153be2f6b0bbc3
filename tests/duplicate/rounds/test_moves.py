"""Searching and trying moves at the desk: what is said, to whom, and how fast."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from duplicate.desk.move_check import TypedLine, check_line
from duplicate.models import Round
from duplicate.positions.board_state import position_of
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from duplicate.rounds.confirmations import MISSING_SLIPS, WORSE_MOVE
from duplicate.rounds.moves import PAGE, index_of
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.games import create_game, let_time_pass, own_clock, start_round
from tournaments.errors import RuleViolation
from tournaments.lexicons.services import load_word_list
from tournaments.models import Arbitrator

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

HTMX = {"HX-Request": "true"}
TILES = load_tile_set("english")


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    """Open a round: TRAINER lies across the centre, and the rack is HOUSE?A."""
    game, by = rows_for_file.game, rows_for_file.arbitrator
    with own_clock() as hands:
        start_round(game, by, "TRAINER")
        let_time_pass(hands)
        round_services.announce(
            game=game,
            number=1,
            reference="H2",
            word="TRAINER",
            by=by,
            confirmed=[MISSING_SLIPS, WORSE_MOVE],
        )
        start_round(game, by, "HOUSE?A")
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def second_round(game, hands):
    return game.rounds.get(number=2)


@pytest.fixture
def check_move(second_round):
    position = position_of(second_round)

    def check_text(text, rules=None):
        return check_line(TypedLine.parse(text, TILES), position, rules or RuleSet())

    return check_text


def ask(desk, game, **data):
    return desk.get(reverse("moves", args=[game.code]), data, headers=HTMX)


def listed(answer):
    return [(move.word, move.reference, move.score) for move in answer.context["found"].moves]


# --- The line --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("house", TypedLine(word="HOUSE")),
        ("HOUsE h8", TypedLine(word="HOUsE", reference="H8")),
        ("24 HOUSE 8h", TypedLine(word="HOUSE", reference="8H", number=24)),
        ("*ING 30+", TypedLine(pattern="*ING", points="30+")),
        ("20-30", TypedLine(points="20-30")),
        ("h8", TypedLine(reference="H8")),
        ("  ", TypedLine()),
        ("two words", TypedLine(word="TWO WORDS")),
    ],
)
def test_a_line_is_told_apart(text, line):
    assert TypedLine.parse(text, TILES) == line


# --- Trying ----------------------------------------------------------------------------------------------------------


def test_a_word_has_its_places_with_their_scores(check_move):
    found = check_move("house")
    assert (found.word, found.good, found.reasons, found.verdict) == ("HOUSE", True, (), None)
    assert found.place_count == len(found.places) > 1
    scores = [place.score for place in found.places]
    assert scores == sorted(scores, reverse=True)


def test_a_word_that_is_none(check_move):
    found = check_move("hosue")
    assert (found.good, found.reasons, found.places) == (False, ("Not in the lexicon: HOSUE.",), ())


def test_a_word_for_which_letters_are_missing(check_move):
    found = check_move("ZEBRA")
    assert found.good
    assert found.reasons == ("The rack lacks BRZ, and the word fits nowhere on the board.",)


def test_a_move_that_can_be_played(check_move):
    place = check_move("HOUSE").places[0]
    found = check_move(f"HOUSE {place.reference}")
    assert (found.is_legal, found.score, found.reasons) == (True, place.score, ())
    assert sum(formed.score for formed in found.formed) == place.score
    assert all(formed.good for formed in found.formed)
    assert (found.verdict.score, found.verdict.text) == (place.score, "")


def test_a_move_with_a_blank_that_is_not_marked(check_move):
    place = check_move("HOUSED").places[0]
    assert place.word == "HOUSEd"
    found = check_move(f"HOUSED {place.reference}", load_rule_set("fisf"))
    assert (found.is_legal, found.word, found.score) == (True, "HOUSEd", place.score)
    assert found.verdict.sanction == "warning"


def test_all_that_is_wrong_with_a_move_is_told_at_once(check_move):
    found = check_move("QUOZ I2")
    assert not found.is_legal
    assert found.reasons[0] == "Not on the rack: QZ."
    assert found.reasons[1].startswith("Not in the lexicon: QUOZ")
    across = [formed for formed in found.formed[1:] if not formed.good]
    assert across
    assert all(TILES.encode_plain("".join(letter for letter, _ in formed.tokens)) for formed in across)
    assert found.verdict.sanction == "zero"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HOUSE A1", "HOUSE at A1 touches nothing on the board."),
        ("HOUSE H8", "H8 holds R, where the move wants H."),
        ("HOUSE O13", "HOUSE at O13 runs off the board."),
        ("TRAINER H2", "TRAINER is on the board already: no tile would be played."),
    ],
)
def test_why_a_move_does_not_fit_the_board(check_move, text, reason):
    assert check_move(text).reasons == (reason,)


def test_a_slip_is_judged_by_the_rules_of_the_game(check_move):
    place = check_move("HOUSE").places[0]
    text = f"HOUSE {place.reference} {place.score + 3}"
    assert (
        check_move(text).verdict.text
        == f"The stated score was {place.score + 3}; the true score, {place.score}, counts."
    )
    fisf = check_move(text, load_rule_set("fisf")).verdict
    assert (fisf.score, fisf.sanction) == (place.score, "warning")
    assert check_move(text, load_rule_set("nasc")).verdict.score == place.score - 6


def test_a_slip_without_a_reference(check_move):
    place = check_move("HOUSE").places[0]
    fisf = check_move(f"HOUSE {place.score}", load_rule_set("fisf")).verdict
    assert fisf.sanction == "penalty"
    assert check_move("HOUSE 24").verdict.sanction == "zero"


def test_what_cannot_be_read_says_so(check_move):
    for text in ("H4USE", "TWO WORDS", "HOUSE P3"):
        with pytest.raises(EngineError):
            check_move(text)


def test_the_definition_is_told(check_move, second_round, tmp_path, monkeypatch, game, arbitrator):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    load_word_list(name="club", data=b"HOUSE a dwelling\nTRAINER\n", tile_set="english", definitions=True)
    game.lexicon = "club"
    game.save()
    position = position_of(Round.objects.select_related("game").get(pk=second_round.pk))
    assert check_line(TypedLine.parse("house", TILES), position, RuleSet()).definition == "a dwelling"


# --- At the desk -----------------------------------------------------------------------------------------------------


def test_all_moves_are_listed_a_page_at_a_time(desk, game, second_round):
    answer = ask(desk, game)
    found = answer.context["found"]
    assert found.all == found.found > PAGE
    assert len(found.moves) == PAGE
    assert found.moves[0].is_top
    more = ask(desk, game, page=1)
    assert listed(more) == [*listed(ask(desk, game, page=1))]
    assert not set(listed(answer)) & set(listed(more))
    assert b"<table" not in more.content
    last = ask(desk, game, page=found.all // PAGE)
    assert last.context["found"].more == 0


def test_moves_are_searched_by_all_conditions(desk, game, second_round):
    answer = ask(desk, game, q="*S*", points="20+", length="5-6", square="H9", where="through", blank="on")
    moves = answer.context["found"].moves
    assert moves
    for move in moves:
        assert "S" in move.word.upper()
        assert move.score >= 20
        assert 5 <= len(move.tokens) <= 6
        assert move.blanks
    bonus = ask(desk, game, bonus="on").context["found"].moves
    assert all(move.has_bonus and not move.left_over for move in bonus)


def test_a_number_alone_is_points_and_a_reference_where_moves_begin(desk, game, second_round):
    assert {score for _word, _ref, score in listed(ask(desk, game, q="24"))} == {24}
    begins = {reference for _word, reference, _score in listed(ask(desk, game, q="I3 10+"))}
    assert begins == {"I3"}


def test_the_moves_of_an_earlier_round(desk, game, second_round):
    answer = ask(desk, game, number=1)
    assert answer.context["round"].number == 1
    assert ("TRAINER", "H2", 66) in listed(answer)
    # It was announced: nothing more can be placed.
    assert not answer.context["can_place"]
    assert b"Place TRAINER" not in answer.content


def test_moves_can_be_placed_once_the_round_is_closed(desk, game, second_round, close_round):
    assert 'form="place"' not in ask(desk, game).content.decode()
    close_round()
    page = ask(desk, game, q="house").content.decode()
    assert '<input type="hidden" name="number" value="2" form="place">' in page
    assert "Place HOUSE" in page


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"points": "x"}, "“x” is neither a number nor a range"),
        ({"square": "P99"}, "Reference P99 is off the board"),
        ({"q": "[1"}, "“[1” is not a pattern"),
        ({"q": "H4USE"}, "“4” in “H4USE” is not a letter"),
        ({"number": "7"}, "There is no round 7 yet."),
        ({"number": "x"}, "number"),
    ],
)
def test_what_cannot_be_read_is_told_and_nothing_else(desk, game, second_round, data, problem):
    answer = ask(desk, game, **data)
    assert answer.status_code == 200
    assert problem in answer.content.decode()
    assert "found" not in answer.context


def test_before_the_first_rack_there_are_no_moves(desk, arbitrator):
    game = create_game(arbitrator)
    assert "There is no round 1 yet." in ask(desk, game).content.decode()


def test_the_page_works_without_javascript(desk, game, second_round):
    page = desk.get(reverse("moves", args=[game.code]), {"q": "house"})
    assert page.status_code == 200
    assert b'name="q" value="house"' in page.content
    assert b"HOUSE" in page.content


# --- Asking at the desk ----------------------------------------------------------------------------------------------


def test_the_desk_asks_and_the_answer_does_it(desk, game, players, second_round, close_round):
    close_round()
    top_search.find_top(second_round.pk)
    address = reverse("act", args=[game.code, "announce"])
    fields = {"number": 2, "move": "9E HOUSE"}
    place = listed(ask(desk, game, q="house"))[0]
    fields["move"] = f"{place[1]} {place[0]}"
    for code in (WORSE_MOVE, MISSING_SLIPS):
        answer = desk.post(address, fields, headers=HTMX)
        assert answer.status_code == 422
        asked = answer.context["confirmation"]
        assert ("confirmed", code) in asked.fields
        again = {}
        for name, value in asked.fields:
            again.setdefault(name, []).append(value)
        fields = again
    assert len(fields["confirmed"]) == 2
    assert desk.post(address, fields, headers=HTMX).status_code == 200
    second_round.refresh_from_db()
    assert (second_round.word, second_round.score) == (place[0], place[2])


def test_without_javascript_the_page_asks(desk, game, players, second_round):
    answer = desk.post(reverse("act", args=[game.code, "end-round"]))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "3 slips are missing, of tables 1, 2, 3" in page
    assert (
        '<dialog id="confirm-dialog" class="confirm-dialog" aria-labelledby="confirmation-title" open>'
        in page
    )
    assert '<input type="hidden" name="confirmed" value="confirm_missing_slips">' in page
    second = desk.post(reverse("act", args=[game.code, "end-round"]), {"confirmed": [MISSING_SLIPS]})
    assert second.status_code == 302


# --- Permission to see them ---------------------------------------------------------------------------------


def test_moves_are_for_arbitrators_alone(client, game, players, second_round, stranger, arbitrator):
    address = reverse("moves", args=[game.code])
    assert Client().get(address).status_code == 302
    assert "login" in Client().get(address).headers["Location"]
    _entry, token = players[0]
    assert Client().get(address, headers={"Authorization": f"Bearer {token}"}).status_code == 302
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    post = Arbitrator.objects.create(event=game.event, user=stranger, role=Arbitrator.Role.HELPER)
    assert client.get(address).status_code == 403
    post.role = Arbitrator.Role.ARBITRATOR
    post.save()
    assert client.get(address).status_code == 200
    assert "no-store" in client.get(address)["Cache-Control"]
    assert client.post(address).status_code == 405


def test_looking_at_moves_changes_nothing_that_players_see(desk, game, players, second_round):
    def public():
        _entry, token = players[0]
        own = Client().get(reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {token}"})
        return Client().get(reverse("api-game", args=[game.code])).json(), own.json()

    before = public()
    for text in ("house", "HOUSE H8 24", "30+"):
        ask(desk, game, q=text)
    assert public() == before
    second_round.refresh_from_db()
    assert second_round.word == ""
    assert "HOUSE" not in json.dumps(before[1])


# --- Fast ------------------------------------------------------------------------------------------------------------


def test_a_search_takes_few_queries_whatever_it_finds(
    desk, game, second_round, django_assert_max_num_queries
):
    ask(desk, game)
    with django_assert_max_num_queries(12):
        ask(desk, game, q="house", points="10+")


@pytest.mark.parametrize(
    ("rack", "is_listed"),
    [
        ("AEINRSTUOLDGBCM", True),
        ("AEINRSTUOLDG?", False),
        ("AEINRSTUOLD?", True),
        ("AEINRST??", True),
        ("AEINRSTU??", False),
    ],
)
def test_a_list_of_moves_has_a_bound(second_round, rack, is_listed):
    """Fourteen tiles with two blanks make 2.8 million moves, a second and hundreds of megabytes."""
    position = replace(position_of(second_round), rack=TILES.encode_rack(rack))
    if is_listed:
        assert len(index_of(position).moves) < 1_000_000
    else:
        with pytest.raises(RuleViolation, match="too many moves"):
            index_of(position)
