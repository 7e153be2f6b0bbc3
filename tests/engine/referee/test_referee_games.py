"""Whole classic games as GCG: each replays to its scores, which a second count confirms."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.formats.gcg import GcgGame, Pragma
from engine.lexicon import load_lexicon
from engine.referee import ClassicGame, Exchange, Pass, Place, Player, bad_words_of, replay, state_of, winners
from engine.referee.advice import best_plays
from engine.referee.gcg.reader import check, from_gcg
from engine.referee.gcg.writer import gcg_text
from engine.tiles import load_tile_set
from tests.engine.referee.table import act_of
from tests.oracles.referee_count import Count

ENGLISH = load_tile_set("english")
FOLDER = Path(__file__).parents[1] / "records" / "classic"
RESULTS = {
    "void": (243, 381),
    "single": (306, 379),
    "double": (299, 243),
    "five_a_word": (255, 269),
    "ten_a_play": (261, 409),
    "three_players": (255, 183, 241),
    "four_players": (169, 95, 136, 176),
    "overtime": (306, 322),
    "exchange_at_the_end": (332, 394),
    "all_pass": (195, 349),
    "nobody_can_play": (333, 266),
    "last_play_comes_off": (175, 334),
    "twice_the_tiles_left": (477, 226),
    "tie_broken": (359, 359),
    "tie": (306, 306),
}


@pytest.fixture(scope="module")
def lexicon():
    return load_lexicon("english")


def text_of(name):
    return (FOLDER / f"{name}.gcg").read_text(encoding="utf-8")


def parse(text):
    return GcgGame.parse(text.encode(), ENGLISH)


def test_every_game_is_here():
    assert {path.stem for path in FOLDER.glob("*.gcg")} == RESULTS.keys()


@pytest.mark.parametrize("name", RESULTS)
def test_a_game_replays_to_its_scores(name, lexicon):
    game = from_gcg(parse(text_of(name)), ENGLISH)
    state = state_of(game, lexicon)
    assert state.scores == RESULTS[name]
    assert state.is_over
    head = (Pragma("title", name.replace("_", " ")),)
    assert gcg_text(game, head) == text_of(name)
    assert ClassicGame.from_json(game.to_json()) == game


@pytest.mark.parametrize("name", RESULTS)
def test_a_second_count_finds_the_same(name):
    count = Count(text_of(name))
    assert tuple(count.totals[nick] for nick in count.nicks) == RESULTS[name]


def test_the_games_have_everything_that_can_happen():
    kinds = Counter()
    for name in RESULTS:
        kinds += Count(text_of(name)).kinds
    for kind in ("place", "bonus", "withdrawn", "challenge", "time", "exchange", "pass", "left"):
        assert kinds[kind] >= 5, kind


@pytest.mark.parametrize(
    ("name", "reason"), [("all_pass", "passes"), ("nobody_can_play", None), ("last_play_comes_off", "out")]
)
def test_unusual_ends(name, reason):
    assert state_of(from_gcg(parse(text_of(name)), ENGLISH)).end_reason == reason


def test_a_play_that_ended_the_game_and_came_off():
    steps = list(replay(from_gcg(parse(text_of("last_play_comes_off")), ENGLISH)))
    assert any(step.before.end_reason == "out" and step.after.end_reason is None for step in steps)


def test_a_tie_is_broken_by_the_totals_before_the_tiles_left():
    state = state_of(from_gcg(parse(text_of("tie_broken")), ENGLISH))
    before = [score - points for score, points in zip(state.scores, state.adjustments, strict=True)]
    assert before[0] != before[1]
    assert winners(state) == (before.index(max(before)),)


def test_a_rack_of_which_a_challenge_has_shown_some_has_the_tiles_played_next():
    acts = ("A 8D TRIAN", "B upholds", "B pass", "A 8F EAST")
    game = ClassicGame(players=(Player("Ann"), Player("Bo")), acts=tuple(map(act_of, acts)))
    assert ">Ann: AEINRST 8F EAST" in gcg_text(game)
    assert gcg_text(from_gcg(parse(gcg_text(game)), ENGLISH)) == gcg_text(game)


@pytest.mark.repeats
@pytest.mark.parametrize("name", RESULTS)
def test_a_game_reads_without_its_rules_as_those_of_other_programs_do(name):
    """Rules missing from a file are derived from its game."""
    text = "".join(
        line for line in text_of(name).splitlines(keepends=True) if not line.startswith("#isotop-rules")
    )
    assert [checked.faults for checked in check(parse(text), ENGLISH) if checked.faults] == []
    assert state_of(from_gcg(parse(text), ENGLISH)).scores == RESULTS[name]


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["double", "three_players", "ten_a_play"])
def test_any_line_that_is_changed_or_missing_is_named(name):
    """One point more in any score is reported with its line."""
    lines = text_of(name).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.startswith(">"):
            continue
        *front, score, total = line.split()
        wrong = " ".join([*front, f"{int(score) + 1:+}", str(int(total) + 1)])
        text = "\n".join([*lines[: number - 1], wrong, *lines[number:]])
        with pytest.raises(RecordError, match=f"^Line {number}: "):
            from_gcg(parse(text), ENGLISH)


# Files of other programs


BEGINS = "#player1 A Ann\n#player2 B Bo\n>A: AEINRST 8D RETAINS +66 66\n"


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("", (0, 0)),
        (">A: - +0 0\n", (0, 0)),
        (">A: 8D RETAINS +66 66\n>B: 9C IN +6 6\n", None),
        (BEGINS, (66, 0)),
        (BEGINS + "#rack1 QZ\n#rack2 AEIOUIU\n", (66, 0)),
        (BEGINS + ">A: AEINRST -- -66 0\n>B: AB - +0 0\n", (0, 0)),
        (BEGINS + ">A: AEINRST -- +0 66\n", None),
        (BEGINS + ">A: QZ (challenge) +5 71\n>B: AB -1 +0 0\n", (71, 0)),
        (BEGINS + ">B: AB (challenge) -10 -10\n>B: AB - +0 -10\n", (66, -10)),
        (BEGINS + ">B: AB (challenge) +0 0\n>B: AB - +0 0\n>A: Q - +0 66\n", (66, 0)),
        (BEGINS + ">A: (time) -20 46\n", (46, 0)),
        (BEGINS.replace("#player1 A Ann\n#player2 B Bo\n", ""), (66, 0)),
    ],
)
def test_files_of_other_programs(text, scores):
    if scores is None:
        with pytest.raises(RecordError, match=r"^Line \d+: "):
            from_gcg(parse(text), ENGLISH)
        return
    game = from_gcg(parse(text), ENGLISH)
    assert state_of(game).scores == scores
    again = from_gcg(parse(gcg_text(game)), ENGLISH)
    assert state_of(again).scores == scores
    assert gcg_text(again) == gcg_text(game)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (BEGINS + "#rack1 Q7\n", "Line 4: “7” in “Q7” is not a letter of this tile set."),
        (BEGINS + "#rack4 Q\n", "Line 4: There is no player number 3."),
        ("#isotop-rules {\n" + BEGINS, "Line 1: #isotop-rules has no JSON."),
        ("\n#isotop-rules 7\n" + BEGINS, "Line 2: #isotop-rules has no JSON object."),
        (
            '#isotop-rules {"passes_each": 0}\n' + BEGINS,
            "Line 1: Rule setting passes_each: must be a whole number from 1 to 10.",
        ),
        (
            "".join(f">{nick}: - +0 0\n" for nick in "ABCDE"),
            "Line 1: a game has 2 to 4 players, not 5.",
        ),
        (BEGINS + ">B: 8A AB +5 5\n", "Line 4: AB at 8A touches nothing on the board."),
    ],
)
def test_where_a_file_fails(text, problem):
    with pytest.raises(RecordError) as caught:
        from_gcg(parse(text), ENGLISH)
    assert str(caught.value).startswith(problem), caught.value


@pytest.mark.parametrize("name", ["void", "twice_the_tiles_left"])
def test_a_pass_may_say_that_nobody_challenges_the_last_play(name):
    lines = text_of(name).splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if re.search(r"\([A-Z?]+\)", line))
    out = lines[first - 1].partition(":")[0]
    (other,) = {line.partition(":")[0] for line in lines if line.startswith(">")} - {out}
    total = next(line.split()[-1] for line in reversed(lines[:first]) if line.startswith(f"{other}:"))
    text = "".join([*lines[:first], f"{other}: - +0 {total}\n", *lines[first:]])
    game = from_gcg(parse(text), ENGLISH)
    assert game == from_gcg(parse(text_of(name)), ENGLISH)


def test_notes_are_kept():
    text = BEGINS + "#note what a start\n>B: QZ - +0 0\n#note two\n#note lines\n"
    game = from_gcg(parse(text), ENGLISH)
    assert "#note what a start\n" in gcg_text(game)
    assert gcg_text(from_gcg(parse(gcg_text(game)), ENGLISH)) == gcg_text(game)
    assert [act.notes for act in game.acts if act.notes] == [("what a start",), ("two", "lines")]


def test_replay_on_the_command_line(run):
    for name in ("three_players", "all_pass"):
        code, lines, error = run("replay", FOLDER / f"{name}.gcg")
        assert (code, error) == (0, "")
        assert len(lines) > 20


def test_replay_of_our_own_record_on_the_command_line(run, tmp_path):
    game = from_gcg(parse(text_of("double")), ENGLISH)
    path = tmp_path / "game.json"
    path.write_text(game.to_json(), encoding="utf-8")
    for more in ((), ("--lexicon", "english"), ("--lexicon", "none")):
        code, lines, error = run("replay", path, *more)
        assert (code, error) == (0, "")
        assert lines[-1].split()[-2:] == ["299", "243"]
    path.write_text(game.with_act(game.acts[0]).to_json(), encoding="utf-8")
    code, lines, error = run("replay", path)
    assert (code, lines[-1]) == (1, f"act {len(game.acts) + 1}: The game is over.")


def test_a_record_is_written_as_gcg_on_the_command_line(run, tmp_path):
    game = from_gcg(parse(text_of("double")), ENGLISH)
    path = tmp_path / "game.json"
    path.write_text(game.to_json(), encoding="utf-8")
    code, lines, error = run("gcg", path)
    assert (code, error) == (0, "")
    assert from_gcg(parse("\n".join(lines) + "\n"), ENGLISH) == game
    for wrong, why in (
        (FOLDER / "double.gcg", "this is GCG already"),
        (tmp_path / "no.json", "not the record"),
    ):
        if not wrong.exists():
            wrong.write_text("{}", encoding="utf-8")
        code, lines, error = run("gcg", wrong)
        assert (code, lines) == (2, [])
        assert why in error


def test_a_line_that_cannot_be_read_is_shown(run, tmp_path):
    path = tmp_path / "wrong.gcg"
    path.write_text(
        "#player1 a Ann\n#player2 b Bo\n>a: HORN 8G HORN +14 14\n>b: what is this\n", encoding="utf-8"
    )
    code, _lines, error = run("replay", path)
    assert code == 2
    assert "Line 4: " in error
    assert "It reads: >b: what is this" in error


def test_what_the_engine_would_have_played(lexicon):
    game = from_gcg(parse(text_of("double")), ENGLISH)
    steps = list(replay(game))
    for step in steps:
        if not isinstance(step.act, Place | Exchange | Pass):
            continue
        best = best_plays(step.before, step.act.player, lexicon, most=3)
        if isinstance(step.act, Place):
            assert 1 <= len(best) <= 3
            made = step.after.play
            if not bad_words_of(step.after, lexicon):
                assert best[0].score >= made.scored.score
    assert not best_plays(game.start(), 0, lexicon)  # nothing is known of the rack


def test_nicknames_differ_even_where_a_name_ends_in_a_number():
    names = ["Ann", "Ann_3", "Ann"]
    game = from_gcg(parse(text_of("three_players")), ENGLISH)
    named = replace(game, players=tuple(Player(name) for name in names))
    players = parse(gcg_text(named)).players
    assert len({player.nick for player in players}) == 3
    assert [player.name for player in players] == names
