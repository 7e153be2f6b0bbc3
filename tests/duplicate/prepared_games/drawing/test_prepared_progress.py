"""A prepared game played by the use cases: as the record says, or off its path."""

from dataclasses import replace

import pytest
from django.urls import reverse

from duplicate.arbitration import corrections
from duplicate.desk.dashboard import desk_for_game
from duplicate.games import services as game_services
from duplicate.live.frame import make_frame
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.positions.prepared_path import path_of
from duplicate.prepared_games.drawing.services import prepare_typed
from duplicate.printing.data.game_sheet import record_for_game
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import LEAVES_PREPARED, ConfirmationNeeded
from engine import movegen
from engine.board import Board
from engine.notation import Reference
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.top_games import play_game

pytestmark = pytest.mark.django_db

RULES = load_rule_set("fisf")
TILES = load_tile_set("english")


@pytest.fixture(scope="module")
def record(english):
    return play_game("prepared-2", english, load_tile_set("english"), RULES)


SHORT = replace(RULES, end=replace(RULES.end, rounds=4))


@pytest.fixture
def prepare(built_in, arbitrator):
    def prepare_it(rounds, rules=RULES):
        text = "\n".join(f"{line.rack} {line.word} {line.ref}".strip() for line in rounds)
        return prepare_typed(
            name="Sunday",
            lexicon="english",
            rules=rules,
            notation="duplicate",
            text=text,
            by=arbitrator,
        )

    return prepare_it


@pytest.fixture
def begin(prepare, arbitrator):
    """Return a function that makes a game of the first rounds of the record, by default of all."""

    def begin_it(rounds, notation="duplicate", rules=RULES):
        return game_services.create_game(
            name="Sunday",
            by=arbitrator,
            lexicon="english",
            notation=notation,
            rules=rules,
            prepared=prepare(rounds, rules),
        )

    return begin_it


@pytest.fixture
def play_round(arbitrator, close_round):
    """Play the round that has been drawn; announce what the desk suggests, or the first other top."""

    def play_it(game, *, other=False):
        round_services.open_round(game=game, by=arbitrator)
        round_services.start_clock(game=game, by=arbitrator)
        close_round()
        closing.make_up_for_background()
        round_ = game.rounds.in_progress().get()
        round_services.top_search.find_top(round_.pk)
        round_.refresh_from_db()
        tops = [top for top in round_.tops if top["preferred"] is not other]
        top = tops[0] if tops else {"reference": "", "word": ""}
        round_services.announce(
            game=game,
            number=round_.number,
            reference=top["reference"],
            word=top["word"],
            by=arbitrator,
            confirmed=[LEAVES_PREPARED] if other else [],
        )

    return play_it


@pytest.mark.repeats
@pytest.mark.parametrize("notation", ["duplicate", "english"])
def test_a_prepared_game_is_played_to_its_end_as_recorded(begin, english, arbitrator, play_round, notation):
    record = play_game("prepared-2", english, TILES, SHORT)
    game = begin(record.rounds, notation, SHORT)
    while Game.objects.get(pk=game.pk).state == Game.State.PLAYING:
        drawn = round_services.draw_rack(game=game, by=arbitrator)
        assert drawn.rack == record.rounds[drawn.number - 1].rack
        play_round(game)
    game.refresh_from_db()
    played = record_for_game(game)
    expected = [
        replace(line, ref=Reference.parse(line.ref).text(notation)) for line in record.rounds if line.word
    ]
    assert list(played.rounds) == expected
    assert game.rounds.announced().count() == len(record.rounds) == 4
    assert game.end_reason not in {"", "arbitrator", "prepared_played"}, "it ends by the rules"
    assert played.seed is None
    acts = set(game.log.values_list("act", flat=True))
    assert {"game_prepared", "rack_prepared"} <= acts
    assert not acts & {"prepared_path_left", "rack_drawn"}


def test_a_record_that_ends_early_ends_the_game(begin, record, arbitrator, play_round):
    game = begin(record.rounds[:2])
    for _ in range(2):
        round_services.draw_rack(game=game, by=arbitrator)
        play_round(game)
    game.refresh_from_db()
    assert (game.state, game.end_reason) == ("finished", "prepared_played")


def test_a_rack_put_back_is_drawn_again(begin, record, arbitrator):
    game = begin(record.rounds)
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.put_back_rack(game=game, by=arbitrator)
    assert round_services.draw_rack(game=game, by=arbitrator).rack == record.rounds[0].rack


def test_the_same_rack_typed_stays_on_the_path(begin, record, arbitrator, play_round):
    game = begin(record.rounds)
    round_services.type_rack(game=game, rack=record.rounds[0].rack[::-1], by=arbitrator)
    play_round(game)
    assert path_of(game).state == "on"
    assert round_services.draw_rack(game=game, by=arbitrator).rack == record.rounds[1].rack


def goes_on_freely(game, record, by):
    """Check that racks come from the seed now, and that the desk and the log say so."""
    assert path_of(game).state == "left"
    drawn = round_services.draw_rack(game=game, by=by)
    assert drawn.attempt is not None
    assert game.log.filter(act="prepared_path_left").count() == 1
    assert desk_for_game(game).prepared == "left"
    return drawn


def test_another_rack_leaves_the_path(begin, record, arbitrator, play_round):
    game = begin(record.rounds)
    with pytest.raises(ConfirmationNeeded, match=f"prepared rack is .*{record.rounds[0].rack[-2:]}"):
        round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    assert not game.rounds.exists()
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator, confirmed=[LEAVES_PREPARED])
    play_round(game)
    goes_on_freely(game, record, arbitrator)
    play_round(game)
    round_services.draw_rack(game=game, by=arbitrator)
    assert game.log.filter(act="prepared_path_left").count() == 1, "it is said once"


def test_another_move_leaves_the_path(begin, record, arbitrator, play_round, english, desk):
    """The record places one of several tops, and not the one that the rules would suggest."""
    lines = [f"{line.rack} {line.word} {line.ref}" for line in record.rounds[:1]]
    rack = lines[0].split()[0]
    game = begin(record.rounds[:3])
    round_services.draw_rack(game=game, by=arbitrator)
    round_ = game.rounds.get()
    round_services.top_search.find_top(round_.pk)
    round_.refresh_from_db()
    assert rack == round_.rack
    others = [top for top in round_.tops if not top["preferred"]]
    assert others, "choose a record whose first round has several tops"
    play_round(game, other=True)
    assert path_of(game).left_in == 1
    assert "since round 1" in desk.get(reverse("dashboard", args=[game.code])).content.decode()
    # It is mended as long as nothing depends on it, and leaving it again is asked for.
    line, other = record.rounds[0], others[0]
    mend = {"game": game, "number": 1, "reason": "mistyped", "by": arbitrator}
    corrections.change_placed_move(**mend, reference=line.ref, word=line.word)
    assert path_of(game).state == "on"
    with pytest.raises(ConfirmationNeeded, match=f"The prepared move is {line.word} {line.ref}"):
        corrections.change_placed_move(**mend, reference=other["reference"], word=other["word"])
    move = {"reference": other["reference"], "word": other["word"], "reason": "so"}
    page = desk.post(reverse("correct", args=[game.code, 1, "move"]), move)
    assert page.status_code == 422
    assert 'type="checkbox" name="leaves_prepared"' in page.content.decode()
    answer = desk.post(reverse("correct", args=[game.code, 1, "move"]), move | {"leaves_prepared": "on"})
    assert answer.status_code == 302
    goes_on_freely(game, record, arbitrator)


def test_a_top_that_the_rules_would_not_place_is_suggested(prepare, begin, record, arbitrator, english):
    game = begin(record.rounds[:1])
    first = round_services.draw_rack(game=game, by=arbitrator)
    round_services.top_search.find_top(first.pk)
    first.refresh_from_db()
    other = next(top for top in first.tops if not top["preferred"])
    changed = replace(record.rounds[0], word=other["word"], ref=other["reference"])
    again = begin([changed])
    second = round_services.draw_rack(game=again, by=arbitrator)
    round_services.top_search.find_top(second.pk)
    second.refresh_from_db()
    preferred = [top for top in second.tops if top["preferred"]]
    assert preferred == [other | {"preferred": True}]


def test_a_prepared_move_below_the_top_is_offered_first(begin, record, arbitrator, close_round, english):
    """It is no isotop: only the desk's choice has it, and not before the round is closed."""
    rack = record.rounds[0].rack
    below = movegen.all_moves(Board.empty(), TILES.encode_rack(rack), english, TILES)[-1]
    reference, word = below.move.text(TILES)
    game = begin([replace(record.rounds[0], word=word, ref=reference)])
    assert game.prepared.game_facts.below_top == 1
    round_ = round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    round_services.start_clock(game=game, by=arbitrator)
    round_services.top_search.find_top(round_.pk)
    assert desk_for_game(game).round.prepared is None
    close_round()
    shown = desk_for_game(game).round
    assert (shown.prepared.word, shown.prepared.reference, shown.prepared.score) == (
        word,
        reference,
        below.score,
    )
    assert word not in {top.word for top in shown.isotops}


@pytest.mark.slow
def test_a_cancelled_round_is_played_again_as_prepared(begin, record, arbitrator, play_round):
    game = begin(record.rounds)
    for number, line in enumerate(record.rounds[:2], start=1):
        for _each in range(2):
            assert round_services.draw_rack(game=game, by=arbitrator).rack == line.rack
            round_services.open_round(game=game, by=arbitrator)
            corrections.cancel_round(game=game, number=number, reason="the clock", by=arbitrator)
        round_services.draw_rack(game=game, by=arbitrator)
        play_round(game)
    assert path_of(game).state == "on"


def test_one_that_cannot_be_opened_any_more_goes_on_freely(begin, record, arbitrator, play_round):
    game = begin(record.rounds)
    round_services.draw_rack(game=game, by=arbitrator)
    play_round(game)
    PreparedGame.objects.update(sealed=b"damaged")
    game = Game.objects.get(pk=game.pk)
    assert path_of(game).state == desk_for_game(game).prepared == "unreadable"
    assert round_services.draw_rack(game=game, by=arbitrator).attempt is not None
    play_round(game)
    assert game.rounds.announced().count() == 2


def test_nothing_shows_before_it_is_played(begin, record, arbitrator, play_round, settings):
    """In no frame, on no desk, in no log and in no row of the game."""
    game = begin(record.rounds)
    round_services.draw_rack(game=game, by=arbitrator)
    play_round(game)
    words = {line.word for line in record.rounds[1:] if len(line.word) > 3} - {record.rounds[0].word}
    racks = {line.rack for line in record.rounds[1:]}
    shown = [
        make_frame(Game.objects.get(pk=game.pk)).body.decode(),
        repr(desk_for_game(game)),
        repr(list(game.log.values())),
        repr(Game.objects.values().get()),
        repr(game.rounds.values("rack", "tops")),
        repr(PreparedGame.objects.values("name", "facts", "rules").get()),
    ]
    for text in shown:
        assert not [secret for secret in words | racks if secret in text]
    assert game.prepared.open_record().rounds == record.rounds
