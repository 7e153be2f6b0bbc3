"""Games made ahead by hand or from a record: what is refused, where, and what is sealed."""

import json
from dataclasses import replace

import pytest

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.prepared_games.drawing.parsing import GameRefused
from duplicate.prepared_games.drawing.services import (
    delete_prepared,
    look_inside,
    prepare_imported,
    prepare_published,
    prepare_typed,
    rename_prepared,
)
from engine.errors import EngineError
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.top_games import play_game
from tournaments.errors import RuleViolation

pytestmark = pytest.mark.django_db

RULES = load_rule_set("fisf")


@pytest.fixture(scope="module")
def record(english):
    return play_game("prepared-1", english, load_tile_set("english"), RULES)


@pytest.fixture
def lines(record):
    """Return the rounds as typed lines."""
    return [f"{line.rack} {line.word} {line.ref}".strip() for line in record.rounds]


@pytest.fixture
def prepare(built_in, arbitrator):
    def prepare_it(lines, **values):
        given = {"name": "Sunday", "lexicon": "english", "rules": RULES, "notation": "duplicate"} | values
        return prepare_typed(text="\n".join(lines), by=arbitrator, **given)

    return prepare_it


def test_a_typed_game_is_the_one_that_was_simulated(prepare, record, lines):
    prepared = prepare(lines)
    assert replace(prepared.open_record(), seed=None) == replace(record, seed=None)
    assert (prepared.origin, prepared.lexicon, prepared.tile_set) == ("typed", "english", "english")
    assert prepared.game_facts.total == sum(line.score for line in record.rounds)
    assert prepared.game_facts.spread > 0


def test_typing_is_read_kindly(prepare, record, lines):
    """Blank lines, small letters, racks in another order and without their plus."""
    first, *rest = lines[:3]
    rack, word, reference = first.split()
    typed = ["", f"  {rack[::-1].lower()}   {word.lower()} {reference.lower()}", "", *rest]
    typed[-1] = typed[-1].replace("+", "")
    opened = prepare(typed).open_record()
    assert [(line.word, line.ref) for line in opened.rounds] == [
        (line.word, line.ref) for line in record.rounds[:3]
    ]
    assert all(
        sorted(mine.rack) == sorted(theirs.rack)
        for mine, theirs in zip(opened.rounds, record.rounds, strict=False)
    )


def test_the_english_convention_is_read_and_kept_in_ours(prepare, record):
    from engine.notation import Reference

    typed = [
        f"{line.rack} {line.word} {Reference.parse(line.ref).text('english')}" for line in record.rounds[:4]
    ]
    assert prepare(typed, notation="english").open_record().rounds == record.rounds[:4]


FAULTS = {
    "letters": (lambda rack, word, ref: f"{rack[:-1]}1 {word} {ref}", "there is no tile “1”"),
    "short": (lambda rack, word, ref: f"{rack[:-1]} {word} {ref}", "The rack has 6 tiles"),
    "bag": (lambda rack, word, ref: f"QQQQEAR {word} {ref}", "Not enough left in the bag: Q"),
    "left over": (lambda rack, word, ref: f"{'AEIRSTN'} {word} {ref}", "Left-over tiles are missing"),
    "reference": (lambda rack, word, ref: f"{rack} {word} Z99", "Reference Z99 is off the board"),
    "board": (lambda rack, word, ref: f"{rack} {word} A1", "touches nothing on the board"),
    "no move": (lambda rack, word, ref: rack, "A move can be played with this rack"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_rules_forbid_is_told_with_its_line(prepare, lines, fault):
    spoil, problem = FAULTS[fault]
    typed = [*lines[:3], spoil(*lines[3].split()), *lines[4:]]
    with pytest.raises(GameRefused) as refused:
        prepare(["", *typed])
    assert len(refused.value.errors) == 1
    assert refused.value.errors[0].startswith("Line 5: ")
    assert problem in refused.value.errors[0]
    assert not PreparedGame.objects.exists()


def test_every_line_that_the_rules_forbid_is_told(prepare, lines):
    """And only those: what is wrong with one is not held against the lines after it."""
    typed = list(lines)
    for place, fault in enumerate(("letters", "short", "bag", "left over"), start=2):
        typed[place] = FAULTS[fault][0](*lines[place].split())
    typed[8] = FAULTS["board"][0](*lines[8].split())
    typed[10] = "A B"
    typed[11] = "??? ??? ???"
    with pytest.raises(GameRefused) as refused:
        prepare(typed)
    told = [error.split(": ", 1) for error in refused.value.errors]
    assert [where for where, _ in told] == ["Line 3", "Line 4", "Line 5", "Line 6", "Line 9", "Line 11"]
    assert told[4][1].endswith("Later rounds could not be checked.")


def test_a_bad_word_leaves_the_rest_to_be_told(prepare):
    with pytest.raises(GameRefused) as refused:
        prepare(["AEINRST TARNIES H4", "AEINRST RAINIER 4H"])
    assert [error.split(": ", 1)[0] for error in refused.value.errors] == ["Line 1", "Line 2"]


def test_a_word_not_in_the_lexicon_is_told(prepare):
    with pytest.raises(GameRefused, match="Line 1: Not in the lexicon: TARNIES"):
        prepare(["AEINRST TARNIES H4"])


def test_a_letter_that_the_rack_lacks_is_told(prepare):
    with pytest.raises(GameRefused, match="Line 1: Not on the rack: L"):
        prepare(["AEINRST RETAILS H4"])


def test_a_rack_that_is_not_valid_is_told(prepare):
    with pytest.raises(GameRefused, match="Line 1: The rack has 1 vowels and 6 consonants"):
        prepare(["BCDFGHA BACH H4"])


def test_every_line_that_cannot_be_read_is_told(prepare, lines):
    with pytest.raises(GameRefused) as refused:
        prepare([lines[0], "AEINRST RETAINS", lines[1], "A B C D"])
    assert [error.split(":")[0] for error in refused.value.errors] == ["Line 2", "Line 4"]


@pytest.mark.parametrize("typed", [[], ["", "  "]])
def test_a_game_has_rounds(prepare, typed):
    with pytest.raises(GameRefused, match="There are no rounds"):
        prepare(typed)


def test_nothing_is_played_after_the_end(prepare, record, lines):
    with pytest.raises(GameRefused, match=rf"Line {len(lines) + 1}: .*the game is over"):
        prepare([*lines, "AEINRST RETAINS H4"])


# --- Records --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", ["to_json", "to_line"])
def test_a_record_is_imported(built_in, arbitrator, record, write):
    text = getattr(record, write)()
    prepared = prepare_imported(name="Imported", text="\ufeff" + text, lexicon=None, by=arbitrator)
    assert prepared.open_record() == replace(record, seed=None)
    assert (prepared.origin, prepared.rule_set) == ("imported", RULES)


def test_a_record_with_a_wrong_score_is_refused(built_in, arbitrator, record):
    data = json.loads(record.to_json())
    data["rounds"][6]["score"] += 1
    with pytest.raises(GameRefused, match="Round 7: the score is"):
        prepare_imported(name="X", text=json.dumps(data), lexicon=None, by=arbitrator)


def test_all_wrong_scores_of_a_record_are_told(built_in, arbitrator, record):
    data = json.loads(record.to_json())
    for place in (0, 6, 9):
        data["rounds"][place]["score"] += 1
    with pytest.raises(GameRefused) as refused:
        prepare_imported(name="X", text=json.dumps(data), lexicon=None, by=arbitrator)
    assert [error.split(":")[0] for error in refused.value.errors] == ["Round 1", "Round 7", "Round 10"]


# --- Texts as clubs publish them --------------------------------------------------------------------------------------


@pytest.fixture
def published(record):
    """Return the rounds with points and the running total, and the total below."""
    total, lines = 0, []
    for number, line in enumerate(record.rounds, start=1):
        total += line.score
        lines.append([str(number), line.rack, line.word or "-", line.ref or "-", str(line.score), str(total)])
    return [*lines, ["Total:", str(total)]]


@pytest.fixture
def publish(built_in, arbitrator):
    def read(lines):
        return prepare_published(
            name="Sunday",
            lexicon="english",
            rules=RULES,
            notation="duplicate",
            text="\n".join("  ".join(line) for line in lines),
            by=arbitrator,
        )

    return read


def test_a_published_game_is_read(publish, published, record):
    assert publish(published).open_record().rounds == record.rounds


def test_all_that_is_wrong_is_told_once(publish, published, record):
    """A wrong score says nothing against the total beside it, which is that of the real points."""
    scores = [line.score for line in record.rounds]
    published[1][4] = str(scores[1] + 2)
    published[3][5] = "7"
    published[5][1] = "-"
    published[7][4] = str(
        scores[7] + 1
    )  # nothing is played after a line that cannot be read: it is the sum that tells
    published[-1][1] = str(sum(scores) + 10)
    with pytest.raises(GameRefused) as refused:
        publish(published)
    first = sum(scores[:4])
    assert refused.value.errors == [
        f"Line 2: the score is {scores[1]}, not {scores[1] + 2}.",
        f"Line 4: the total is {first}, not 7.",
        "Line 6: the rack of this move is missing.",
        f"Line 8: the total is {sum(scores[:8]) + 1}, not {sum(scores[:8])}.",
        f"Line {len(published)}: the total is {sum(scores) + 1}, not {sum(scores) + 10}.",
    ]


def test_several_problems_of_a_line_read_as_sentences(publish, published):
    published[0][2] = published[0][2].upper()[:-1] + "Q"
    published[0][4] = "1"
    with pytest.raises(GameRefused) as refused:
        publish(published)
    first = refused.value.errors[0]
    assert first.startswith("Line 1: the score is ")
    told = first.removeprefix("Line 1: ").split(". ")
    assert len(told) == 3
    assert all(sentence[0].isupper() for sentence in told[1:])


@pytest.mark.parametrize("points", [True, False])
def test_a_wrong_total_below_is_refused_with_both_numbers(publish, published, record, points):
    """Also where points are not written: they follow from the moves."""
    total = sum(line.score for line in record.rounds)
    rounds = [line[: 5 if points else 4] for line in published[:-1]]
    with pytest.raises(GameRefused) as refused:
        publish([*rounds, ["Total", str(total - 1)]])
    assert refused.value.errors == [f"Line {len(published)}: the total is {total}, not {total - 1}."]
    assert publish([*rounds, ["Total", str(total)]]).open_record().rounds == record.rounds


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda text: "no record", "line 1: Expecting value"),
        (lambda text: text.replace('{"rack": ', '{"rock": ', 1), "there is no key “rock”"),
        (lambda text: ">Ann: AEINRST H4 RETAINS +70 70", "record of a classic game"),
        (
            lambda text: text.replace('"english"', '"nowhere"').replace(
                '"tiles": "nowhere"', '"tiles": "english"'
            ),
            "no lexicon “nowhere”",
        ),
        (
            lambda text: text.replace('"tiles": "english"', '"tiles": "french"'),
            "not fit the tiles of this game",
        ),
    ],
)
def test_what_is_no_record_is_refused(built_in, arbitrator, record, spoil, problem):
    with pytest.raises((EngineError, RuleViolation), match=problem):
        prepare_imported(name="X", text=spoil(record.to_json()), lexicon=None, by=arbitrator)
    assert not PreparedGame.objects.exists()


def test_one_record_is_imported_at_a_time(built_in, arbitrator, record):
    with pytest.raises(RuleViolation, match="has 3 records"):
        prepare_imported(name="X", text=record.to_line() * 3, lexicon=None, by=arbitrator)


# --- Use of prepared games ----------------------------------------------------------------------------------


def use(prepared, by):
    return game_services.create_game(
        name="Use", by=by, lexicon="english", notation="duplicate", rules=RULES, prepared=prepared
    )


def test_a_game_that_has_been_used_stays_as_it_is(prepare, lines, arbitrator):
    prepared = prepare(lines)
    rename_prepared(prepared=prepared, name="Monday", by=arbitrator)
    use(prepared, arbitrator)
    with pytest.raises(RuleViolation, match="“Monday” has been used by the game “Use”"):
        rename_prepared(prepared=prepared, name="Tuesday", by=arbitrator)
    with pytest.raises(RuleViolation, match="has been used"):
        delete_prepared(prepared=prepared, by=arbitrator)
    assert [game.name for game in PreparedGame.objects.get(name="Monday").games.all()] == ["Use"]


def test_one_that_has_not_is_deleted(prepare, lines, arbitrator):
    delete_prepared(prepared=prepare(lines), by=arbitrator)
    assert not PreparedGame.objects.exists()


def test_looking_inside_is_recorded(prepare, record, lines, arbitrator):
    prepared = prepare(lines)
    assert look_inside(prepared=prepared, by=arbitrator).rounds == record.rounds
    look = prepared.looks.get()
    assert look.by == arbitrator


def test_nobody_else_touches_it(prepare, lines, arbitrator, stranger):
    prepared = prepare(lines)
    for act in (
        lambda: look_inside(prepared=prepared, by=stranger),
        lambda: rename_prepared(prepared=prepared, name="Mine", by=stranger),
        lambda: delete_prepared(prepared=prepared, by=stranger),
        lambda: use(prepared, stranger),
    ):
        with pytest.raises(RuleViolation, match="Somebody else has prepared this game"):
            act()
    assert not prepared.looks.exists()
    assert not Game.objects.exists()


def test_the_rules_of_the_draw_are_the_prepared_ones(prepare, lines, arbitrator):
    """The rules of draws and plays come from the prepared game, the others from the new one."""
    prepared = prepare(lines)
    other = load_rule_set("fise")
    game = game_services.create_game(
        name="Use", by=arbitrator, lexicon="nowhere", notation="english", rules=other, prepared=prepared
    )
    assert (game.lexicon, game.notation) == ("english", "english")
    assert game.rule_set == replace(other, rack=RULES.rack, moves=RULES.moves, end=RULES.end)


def test_a_damaged_one_is_not_used(prepare, lines, arbitrator):
    prepared = prepare(lines)
    PreparedGame.objects.update(sealed=b"damaged")
    prepared.refresh_from_db()
    with pytest.raises(RuleViolation, match="cannot be opened"):
        use(prepared, arbitrator)
