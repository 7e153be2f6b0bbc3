"""Archives that are not as they should be: each is refused with what is wrong and where, and changes nothing."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from dataclasses import asdict
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import JSONField
from django.urls import reverse

from duplicate.games.codes import is_code
from duplicate.models import ClubRules
from duplicate.website.archive import container, validation
from duplicate.website.archive import format as archive_format
from duplicate.website.archive.container import Archive
from duplicate.website.archive.exporter import hash_tables
from duplicate.website.archive.format import ABOUT, path_of
from duplicate.website.archive.importer import _Reader, read_archive
from duplicate.website.archive.importing import begin_import
from duplicate.website.archive.tables import BY_NAME, TABLES
from duplicate.website.archive.values import UNSEEN, value_of
from duplicate.website.events.forms import ArchiveForm
from duplicate.website.models import EventImport
from engine.tiles import load_tile_set
from tests.factories.archives import import_file, let_import
from tests.worlds.festivals import save_festival
from tests.worlds.images import enter, image_of
from tournaments.archived_tables import objects_of
from tournaments.classic.models import AnnotatedGame
from tournaments.classic.pairing.plan import Stage
from tournaments.errors import RuleViolation
from tournaments.models import Club, Event, EventAct, Lexicon, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def top(*, preferred):
    return {"word": "RETRAIN", "reference": "H4", "preferred": preferred}


@pytest.fixture
def parts(db, english):
    """Return the members of an archive by name, of an event that is deleted."""
    file, _now = enter(image_of(save_festival))
    User.objects.create_user("zoe")
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts, compression=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


def signed(parts):
    """Return the parts with the hashes that somebody who alters the archive would write as well."""
    about = json.loads(parts[ABOUT])
    for name, told in about["tables"].items():
        data = parts[path_of(name)]
        told |= {"rows": data.count(b"\n"), "sha256": hashlib.sha256(data).hexdigest()}
    about["sha256"] = hash_tables(about["tables"])
    return parts | {ABOUT: json.dumps(about).encode()}


def changed(parts, table, line, /, **values):
    lines = parts[path_of(table)].decode().splitlines()
    row = json.loads(lines[line - 1]) | values
    lines[line - 1] = json.dumps(row, ensure_ascii=False)
    return signed(parts | {path_of(table): ("\n".join(lines) + "\n").encode()})


def nothing_is_left():
    assert not any(objects_of(table.model).exists() for table in TABLES)
    assert not any(
        model.objects.exists() for model in (EventImport, Player, Player.history.model, Club, ClubRules)
    )
    assert User.objects.count() == 1


def refused(file, code):
    """Return the refusal of an archive; nothing new is stored afterwards."""
    by = User.objects.get(username="zoe")
    with pytest.raises(RuleViolation) as error:
        read_archive(file, by=by)
    assert error.value.code == code, str(error.value)
    nothing_is_left()
    return str(error.value)


@pytest.mark.slow
def test_what_was_only_packed_anew_is_read(parts):
    assert read_archive(zipped(signed(parts), zipfile.ZIP_STORED), by=User.objects.get())


def test_a_former_setting_is_ignored_in_older_archives_alone(parts):
    with_it = changed(parts, "divisions", 1, balance_first=True)
    assert "line 1: unexpected columns" in refused(zipped(with_it), "archive_row")
    older = with_it | {ABOUT: json.dumps(json.loads(with_it[ABOUT]) | {"version": 7}).encode()}
    event = read_archive(zipped(older), by=User.objects.get())
    assert not event.divisions.get().balance_first


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04" + bytes(100)])
def test_no_archive(parts, data):
    assert "damaged" in refused(io.BytesIO(data), "archive_damaged")


def test_a_file_too_many_or_too_few(parts):
    refused(zipped(parts | {"../../etc/passwd": b"x"}), "archive_none")
    refused(zipped(parts | {"/tables/slips.jsonl": b"x"}), "archive_none")
    refused(zipped({name: data for name, data in parts.items() if "slips" not in name}), "archive_none")
    file = io.BytesIO(zipped(parts).getvalue())
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(ABOUT, parts[ABOUT])
    refused(file, "archive_none")


@pytest.mark.slow
@pytest.mark.parametrize("table", ["club_rules", "games"])
@pytest.mark.parametrize("text", ["a." * 15_000 + "a = 1", "#" * 33_000])
def test_a_rule_set_that_would_take_the_memory_is_not_parsed(parts, table, text):
    tracemalloc.start()
    try:
        refused(zipped(changed(parts, table, 1, rules=text)), "archive_row")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_another_format(parts):
    about = json.loads(parts[ABOUT])
    newer = parts | {ABOUT: json.dumps(about | {"version": 9}).encode()}
    assert "format 9, and this program reads format 8" in refused(zipped(newer), "archive_version")
    other = parts | {ABOUT: json.dumps(about | {"kind": "something"}).encode()}
    refused(zipped(other), "archive_none")


@pytest.mark.parametrize(
    "about", [b"", b"[]", b"{}", b'{"kind": 1}', b"null", b"\xff", b"[" * 100_000, b"x" * 300_000]
)
def test_an_about_that_tells_nothing(parts, about):
    with pytest.raises(RuleViolation) as error:
        read_archive(zipped(parts | {ABOUT: about}), by=User.objects.get())
    assert error.value.code in {"archive_damaged", "archive_none"}


def test_damage_is_found_by_the_hash_and_named(parts):
    name = path_of("rulings")
    text = refused(
        zipped(parts | {name: parts[name].replace(b'"score":', b'"score": ', 1)}), "archive_damaged"
    )
    assert name in text
    refused(zipped(parts | {name: parts[name][:-1]}), "archive_damaged")
    refused(zipped(parts | {name: b""}), "archive_damaged")
    whole = bytearray(zipped(parts).getvalue())
    # Inside what the largest file is packed to: of the heads before each file, not all is read.
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        largest = max(archive.infolist(), key=lambda one: one.compress_size)
    middle = largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2
    whole[middle : middle + 8] = bytes(8)
    refused(io.BytesIO(whole), "archive_damaged")


def test_a_bomb_is_not_unpacked(parts, monkeypatch):
    monkeypatch.setattr(container, "MOST_BYTES_UNPACKED", 1_000_000)
    bomb = signed(parts | {path_of("slips"): b" " * 2_000_000 + b"\n"})
    assert "larger than" in refused(zipped(bomb), "archive_large")


def test_a_line_without_end(parts, monkeypatch):
    monkeypatch.setattr(container, "MOST_OF_LINE", 1000)
    refused(zipped(signed(parts | {path_of("slips"): b" " * 2000 + b"\n"})), "archive_damaged")


ROWS = [
    ("event", 1, {"groups": [1]}),
    ("event", 1, {"age_categories": [["Old", 70, 60]]}),
    ("entries", 2, {"table": "2"}),
    ("entries", 2, {"table": -2}),
    ("entries", 2, {"table": True}),
    ("entries", 2, {"player": 0}),
    ("entries", 2, {"player": None}),
    ("entries", 2, {"player": "1"}),
    ("entries", 2, {"joined_at": "2026-01-01T00:00:00"}),
    ("entries", 2, {"more": 1}),
    *(("entries", 2, {"skips_games": games}) for games in ("2", ",2", ",two,", ",02,", ",3,2,")),
    ("games", 1, {"rules": "[rack]\nsize = 1"}),
    ("games", 1, {"tile_set": "klingon"}),
    ("games", 1, {"lexicon": "another"}),
    ("games", 1, {"state": "paused"}),
    ("games", 1, {"name": "x" * 81}),
    ("rounds", 1, {"tops": [{"word": "A"}]}),
    ("rounds", 1, {"tops": [top(preferred=False)]}),
    ("rounds", 1, {"tops": [top(preferred=True)] * 2}),
    ("log", 3, {"act": "nothing_known"}),
    ("log", 3, {"params": []}),
    ("event_acts", 1, {"act": "tables_drawn", "params": {}}),
    ("results", 1, {"game": "OTHER"}),
    ("results", 1, {"tie_breaks": ["by_magic"]}),
    ("divisions", 1, {"method": "by_magic"}),
    *(("divisions", 1, {"spread_caps": caps}) for caps in (200, "200", [200, "700"], [True], [-1])),
    ("divisions", 1, {"overtime_points": 32_767}),
    ("matches", 1, {"reasons": [["why_not", {}]]}),
    ("records", 1, {"settings": "]"}),
    ("clock_acts", 1, {"key": "not a key"}),
    ("event", 1, {"age_categories": [["Old\u202e", 70, None]]}),
    *(("event", 1, {"language": language}) for language in ("../../x", "r", "fr-zzzz")),
    ("games", 1, {"rules": 'name = "O\\u202eurs"'}),
    ("log", 1, {"params": {"name": "Mo\u202ena"}}),
]


def test_rows_that_cannot_be_are_named(parts):
    """Read each beside the rows of an event that is here as far as all of them."""
    archive = Archive.open(zipped(parts))
    reader = _Reader(archive, begin_import(next(archive.rows("event"))[1]["uid"]), User.objects.get())
    reader.read()
    accepted = []
    for table, line, values in ROWS:
        row = json.loads(parts[path_of(table)].splitlines()[line - 1]) | values
        try:
            reader.build_row(BY_NAME[table], line, row)
        except RuleViolation as error:
            if error.code == "archive_row" and f"{path_of(table)}, line {line}" in str(error):
                continue
        accepted.append((table, values))
    assert accepted == []


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("table", "line", "values"),
    [
        ("event", 1, {"uid": "none"}),
        ("entries", 2, {"table": 1}),
        ("entries", 2, {"table": 2**80}),
        ("entries", 2, {"player": 99}),
        ("rulings", 1, {"sanction": "zero", "worth": 9}),
        ("rounds", 1, {"state": "open"}),
        ("rulings", 1, {"code": "because"}),
        ("log", 3, {"params": {"slips": [[999, 0, None, 1, None]]}}),
        ("log", 3, {"undoes": 500}),
        ("matches", 1, {"second": 1, "first": 1}),
        ("users", 1, {"username": "<b>"}),
        ("users", 2, {"username": "ann"}),
        ("clubs", 1, {"name": ""}),
        ("players", 1, {"name": "x\ny"}),
        ("players", 1, {"licence": "FR7"}),
        ("players", 1, {"club": 7}),
        ("clubs", 1, {"number": "1\n2"}),
        ("event", 1, {"name": "gnp\u202e.exe"}),
        ("club_rules", 1, {"name": "Ou\u202ers"}),
        ("club_rules", 1, {"rules": "]"}),
    ],
)
def test_a_row_that_cannot_be_is_named(parts, table, line, values):
    altered = changed(parts, table, line, **values)
    said = refused(zipped(altered), "archive_row")
    assert path_of(table) in said


def test_no_name_has_a_letter_that_nobody_sees():
    """Neither in a column of text, nor in a list or a parameter of an act."""
    read = set()
    for table in TABLES:
        for field in table.fields:
            for letter in "\n\r\x00\x07\u200b\u2028\u202e\u2066":
                name = f"Mo{letter}na"
                for told in (name, [name], {"names": [name]}) if isinstance(field, JSONField) else [name]:
                    try:
                        value_of(field, told)
                    except ValidationError as error:
                        if error.messages == [UNSEEN]:
                            continue
                    read.add(field.name)
    assert read == {"reason", "text", "answer", "rules", "settings"}, "free text alone has line breaks"


def test_codes_that_this_program_does_not_give():
    assert not [code for code in ("A/B", "abcde", "ABCDEFGH", "ABCDO", "", "A B") if is_code(code)]


@pytest.mark.repeats
@pytest.mark.parametrize("code", ["A/B", "ABCDO", ""])
def test_a_code_that_is_none_is_given_anew(parts, client, code):
    was = json.loads(parts[path_of("games")].splitlines()[0])["code"]
    altered = {
        name: data.replace(f'"{was}"'.encode(), f'"{code}"'.encode()) if name.startswith("tables/") else data
        for name, data in parts.items()
    }
    by = User.objects.get()
    there = read_archive(zipped(signed(altered)), by=by)
    given = there.games.get(number=1).code
    assert is_code(given)
    assert there.results.filter(game=given).exists()
    client.force_login(by)
    for name, args in (("desk", []), ("event", [there.pk])):
        assert client.get(reverse(name, args=args)).status_code == 200


@pytest.mark.repeats
@pytest.mark.parametrize(("name", "is_read"), [("Foo_Bar", True), ("Foo  Bar", False), ("B" * 81, False)])
def test_names_of_annotated_games_are_as_they_are_stored(parts, name, is_read):
    altered = zipped(changed(parts, "annotated_games", 1, first_name=name))
    if is_read:
        there = read_archive(altered, by=User.objects.get())
        assert AnnotatedGame.objects.get(division__event=there).first_name == name
    else:
        refused(altered, "archive_row")


def test_half_a_letter_is_none(parts):
    name = path_of("games")
    half = signed(parts | {name: parts[name].replace(b'"Saturday"', rb'"\ud800"')})
    assert "line 1: a character" in refused(zipped(half), "archive_row")


@pytest.mark.slow
def test_a_backslash_is_a_letter_like_any(parts):
    name = path_of("games")
    read = signed(parts | {name: parts[name].replace(b'"Saturday"', rb'"\\u0000"')})
    assert read_archive(zipped(read), by=User.objects.get()).games.get(number=1).name == r"\u0000"


@pytest.mark.repeats
@pytest.mark.parametrize(
    "line", [b"[]", b"{", b"\xff", b'{"a": NaN}', b"[" * 100_000, b'{"a": ' + b"9" * 9999 + b"}"]
)
def test_a_line_that_is_no_row(parts, line):
    altered = signed(parts | {path_of("teams"): line + b"\n"})
    assert "tables/teams.jsonl, line 1" in refused(zipped(altered), "archive_row")


@pytest.mark.slow
def test_a_game_that_cannot_be_played_again(parts):
    said = refused(zipped(changed(parts, "rounds", 1, reference="Z99")), "archive_unplayable")
    assert "“Saturday” cannot be replayed" in said
    refused(zipped(changed(parts, "record_entries", 1, acts=[{"act": "dance"}])), "archive_unplayable")


@pytest.mark.parametrize("tops", [[], None])
def test_a_top_that_no_paper_could_tell(parts, tops):
    said = refused(zipped(changed(parts, "rounds", 1, tops=tops, top_score=999)), "archive_unplayable")
    assert "“Saturday” cannot be replayed" in said


def test_a_word_is_written_as_acts_store_words():
    words = (
        "zzyzx",
        "ZZÝZX",
        " ZZYZX",
        "A",
        "Z" * 16,
        "Z" * 5000,
        "Z?",
        "<B>",
        "ЖЖ",
        "ZZ ZZ",
        "ZZ\x00ZZ",
        "\u202eZZYZX",
    )
    tiles = load_tile_set("english")
    validation.check_word("ZZYZX", tiles)
    assert [word for word in words if is_stored(word, tiles)] == []


def is_stored(word, tiles):
    try:
        validation.check_word(word, tiles)
    except validation.STRANGE:
        return False
    return True


@pytest.mark.parametrize("line", [1, 3], ids=["in force", "taken back"])
def test_a_word_of_a_game_that_no_act_could_store(parts, line):
    refused(zipped(changed(parts, "game_words", line, word="zzyzx")), "archive_unplayable")


def test_more_words_of_a_game_than_its_desk_can_list(parts, monkeypatch):
    monkeypatch.setattr(validation, "MOST_WORDS", 0)
    refused(zipped(parts), "archive_unplayable")


def test_an_act_that_the_log_could_not_tell(parts):
    params = json.loads(parts[path_of("log")].splitlines()[0])["params"]
    refused(zipped(changed(parts, "log", 1, params=params | {"of": 3})), "archive_unplayable")


@pytest.mark.parametrize(
    "stage",
    [
        {"first_round": "1", "method": "swiss"},
        {"first_round": 1, "method": "swiss", "id": 7},
        {"first_round": 1, "method": "swiss", "division_id": 7},
        {"first_round": True, "method": "swiss"},
        {"first_round": 1, "method": "swiss", "group_size": "4"},
        {"first_round": 1, "method": "swiss", "groups_by": "colour"},
        {"first_round": 1, "method": "swiss", "hill_rematches": 1},
        {"first_round": 1, "method": "unheard of"},
        {"first_round": -1, "method": "swiss"},
        {"first_round": 1},
        [1, "swiss"],
    ],
)
def test_a_plan_that_could_not_be_undone(stage):
    act = EventAct(act="plan_removed", params={"division": "A", "stages_before": [stage]})
    with pytest.raises((*validation.STRANGE, ValidationError)):
        validation.check_row(act)


def test_a_plan_that_can_be_undone():
    stages = [
        asdict(Stage(1, "round_robin", group_size=4)),
        asdict(Stage(4, "king_of_the_hill", hill_rematches=True)),
    ]
    validation.check_row(EventAct(act="plan_removed", params={"division": "A", "stages_before": stages}))


@pytest.mark.slow
def test_no_page_is_too_strange_to_be_refused(parts, monkeypatch):
    for look in ("make_frame", "sheet_for_game", "log_line", "standings_for_event"):
        with monkeypatch.context() as patch:
            patch.setattr(validation, look, failing(RecursionError))
            refused(zipped(parts), "archive_unplayable")


@pytest.mark.parametrize("error", [StopIteration, RuntimeError, RecursionError])
def test_no_row_is_too_strange_to_be_refused(parts, monkeypatch, error):
    with pytest.raises(RuleViolation) as refusal:
        validation.look("Saturday", partial(failing(error), None))
    assert refusal.value.code == "archive_unplayable"
    monkeypatch.setattr(validation, "check_row", failing(error))
    refused(zipped(parts), "archive_row")


def failing(error):
    def fail(_row):
        raise error

    return fail


def test_the_lexicon_must_be_here(parts):
    lexicon = Lexicon.objects.get()
    said = refused(
        zipped(changed(parts, "lexicons", 1, name="ours", fingerprint="0" * 32)), "archive_lexicon"
    )
    assert "“ours”" in said
    assert "load it first" in said
    # The same words under another name will do.
    altered = changed(parts, "lexicons", 1, name="ours")
    for table, lines in (("games", 2), ("records", 1), ("annotated_games", 1), ("event_words", 1)):
        for line in range(1, lines + 1):
            altered = changed(altered, table, line, lexicon="ours")
    there = read_archive(zipped(altered), by=User.objects.get())
    assert set(there.games.values_list("lexicon", flat=True)) == {lexicon.name}


@pytest.mark.parametrize(
    "saved_at",
    [
        "0001-01-01T00:00:00+14:00",
        "0001-01-01T00:00:00+00:00",
        "9999-12-31T23:59:59-12:00",
        "2026-01-01T00:00:00",
        "yesterday",
        7,
    ],
)
def test_a_moment_at_which_nothing_was_saved(parts, client, saved_at):
    about = json.loads(parts[ABOUT]) | {"saved_at": saved_at}
    altered = parts | {ABOUT: json.dumps(about).encode()}
    refused(zipped(altered), "archive_damaged")
    client.force_login(let_import(User.objects.get()))
    assert import_file(client, zipped(altered).getvalue()).status_code == 422


def test_a_table_has_no_more_rows_than_an_event_can_have(parts):
    users = parts[path_of("users")] + b"".join(b'{"username":"u%d"}\n' % number for number in range(10_000))
    said = refused(zipped(signed(parts | {path_of("users"): users})), "archive_rows")
    assert said == "tables/users.jsonl has too many rows: 500 at most."


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("players", {"name": "Nobody {}", "licence": ""}),
        ("clubs", {"name": "Club {}"}),
        ("club_rules", {"name": "Rules {}"}),
        ("lexicons", {}),
    ],
)
def test_no_more_is_shared_than_rows_can_refer_to(parts, table, row):
    """Nobody fills the lists of an installation with what has no part in the event."""
    first = json.loads(parts[path_of(table)].splitlines()[0])
    more = [first | {name: value.format(number) for name, value in row.items()} for number in range(40)]
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in more)
    said = refused(zipped(signed(parts | {path_of(table): parts[path_of(table)] + lines})), "archive_rows")
    assert path_of(table) in said


@pytest.mark.slow
def test_users_are_made_when_a_row_refers_to_them(parts):
    users = parts[path_of("users")] + b'{"username":"idle"}\n'
    read_archive(zipped(signed(parts | {path_of("users"): users})), by=User.objects.get())
    names = {json.loads(line)["username"] for line in parts[path_of("users")].splitlines()}
    assert set(User.objects.values_list("username", flat=True)) == {"zoe"} | {
        f"{each}@archive" for each in names
    }


def test_two_events_or_none(parts):
    name = path_of("event")
    refused(zipped(signed(parts | {name: b""})), "archive_row")
    other = parts[name].replace(b'"uid":"', b'"uid":"x')
    refused(zipped(signed(parts | {name: parts[name] + other})), "archive_rows")


@pytest.mark.slow
def test_the_same_one_twice_names_the_event(parts):
    by = User.objects.get()
    there = read_archive(zipped(parts), by=by)
    with pytest.raises(RuleViolation) as error:
        read_archive(zipped(parts), by=by)
    assert (error.value.code, error.value.params["key"]) == ("archive_here", there.pk)
    assert Event.objects.count() == 1


def test_no_file_is_larger_than_the_limit(parts, client, monkeypatch):
    file = ArchiveForm.base_fields["file"]
    assert file.most == archive_format.MOST_BYTES
    monkeypatch.setattr(file, "most", 10)
    client.force_login(let_import(User.objects.get()))
    answer = import_file(client, zipped(parts).getvalue())
    assert answer.status_code == 422
    assert "This file is too large." in answer.content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("event_words", {"lexicon": "nope"}),
        ("event_words", {"lexicon": None}),
        ("event_words", {"lexicon": 7}),
        ("event_words", {"word": "zzyzx"}),
        ("event_words", {"word": "Z" * 5000}),
        ("event_words", {"reason": "x" * 5000}),
        ("event_words", {"taken_back_at": "2026-01-01T00:00:00Z"}),
        ("event_words", {"accepted": None}),
        ("game_words", {"accepted": "perhaps"}),
        ("game_words", {"game": 99}),
        ("game_additions", {"words": "zzyzx"}),
        ("game_additions", {"words": None}),
        ("game_additions", {"words": "ZZ " * 10_001}),
    ],
)
def test_words_that_no_act_stores(parts, table, values):
    with pytest.raises(RuleViolation) as error:
        read_archive(zipped(changed(parts, table, 1, **values)), by=User.objects.get(username="zoe"))
    assert error.value.code in {"archive_row", "archive_unplayable"}
    nothing_is_left()
