"""The documents say what is true of the program."""

import doctest
import re
import shlex
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from runpy import run_path

from django.core.management import get_commands
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from duplicate.judging import REASONS
from engine.__main__ import _parser
from engine.lexicon.word_list import ENCODINGS
from engine.rules import (
    RuleSet,
    all_settings,
    rule_set_names,
)
from engine.rules.setting_kinds import Flag, Numbers, OneOf, Whole
from engine.tiles import BLANK_FLAG, LETTER_MASK, load_tile_set
from tests.attacks.catalogue import ATTACKS
from tournaments.classic.models import Division
from tournaments.classic.pairing import METHODS
from tournaments.described_settings.setting_columns import defaults_of, settings_in

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_what_everybody_may_ask_is_what_the_schema_says():
    """Each address that needs neither login nor token, with what can be asked in it, and no other."""
    rows = re.findall(r"^\| `(/api/[^`]+)` \|([^|]*)\|", (ROOT / "docs/api.md").read_text(), re.MULTILINE)
    told = {address: set(re.findall(r"`(\w+)`", asked)) for address, asked in rows}
    assert len(told) == len(rows)
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    public = {
        address: {one["name"] for one in acts["get"].get("parameters", []) if one["in"] == "query"}
        for address, acts in paths.items()
        if "get" in acts and {} in acts["get"]["security"]
    }
    assert told == public
    for address in public:
        named = {one["name"] for one in paths[address]["get"].get("parameters", []) if one["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", address))


def test_words_of_slips_are_read_as_the_page_of_the_api_says():
    spanish = load_tile_set("spanish")
    section = (ROOT / "docs/api.md").read_text().partition("| `word` | tiles |")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\S+)` \| (.+) \|$", section, re.MULTILINE)
    assert len(rows) > 5
    for word, told in rows:
        cells = [
            (cell & BLANK_FLAG, spanish.letters[(cell & LETTER_MASK) - 1]) for cell in spanish.encode(word)
        ]
        assert ", ".join(f"{'a blank as ' * bool(blank)}{letter}" for blank, letter in cells) == told, word


def test_each_direct_dependency_has_its_reason():
    told = run_path(str(ROOT / ".ci/dependencies.py"))
    assert set(told["REASONS"]) == told["direct_dependencies"]()
    rows = re.findall(r"^\| ([\w-]+) \| .* \| (.+) \|$", told["PAGE"].read_text(), re.MULTILINE)
    assert dict(rows[2:]) == told["REASONS"], "make dependencies"


def on_pages(pattern, flags=0):
    """Yield what each page has of a pattern, with its page."""
    for page in PAGES:
        for found in re.findall(pattern, page.read_text(), flags):
            yield page, found


def test_links_lead_somewhere():
    targets = [link for link in on_pages(r"\]\(([^)]+)\)") if not link[1].startswith("http")]
    assert [(page.name, target) for page, target in targets if not (page.parent / target).exists()] == []


def test_files_that_are_named_exist():
    """Each file that a page names, and each test in it; paths may lack their first folders."""
    folders = ("deploy", "docs", "duplicate", "engine", "templates", "tests", "tournaments")
    files = [path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.*")]
    named = list(on_pages(r"`(?:…/)?([\w/]+/[\w.]+\.(?:py|md|toml|html|js|css))((?:::\w+)*)…?`"))
    assert (
        min(Counter(page.name for page, _found in named)[name] for name in ("design.md", "extending.md")) > 30
    )
    missing = []
    for page, (path, parts) in named:
        found = [name for name in files if name.endswith(f"/{path}")]
        if not found and not re.search(r"NAME|CODE|handbook\.sv", path):
            missing.append((page.name, path))
        missing += [
            (page.name, path, part)
            for part in filter(None, parts.split("::"))
            if not re.search(rf"(?:def|class) {part}\b", Path(found[0]).read_text())
        ]
    assert missing == []


def make_targets():
    """Return the targets of the Makefile; a rule may have several, and a target several rules."""
    rules = re.findall(r"^([\w-]+(?: [\w-]+)*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return {target for targets in rules for target in targets.split()}


def test_make_targets_that_are_named_exist():
    targets = make_targets()
    assert {"serve", "serve-production", "test-all"} <= targets
    named = on_pages(r"(?:^ {4}|`)make ([\w-]+)", re.MULTILINE)
    assert [(page.name, target) for page, target in named if target not in targets] == []


def test_commands_that_are_named_exist():
    commands, named = get_commands(), on_pages(r"manage\.py ([\w-]+)")
    assert [(page.name, command) for page, command in named if command not in commands] == []


def written(value):
    """Return the value of a rule setting as the page has it."""
    if value is None or value == ():
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {points}" for key, points in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(written, value))
    return f"`{value}`" if isinstance(value, str) else str(value)


def test_every_rule_setting_is_explained_with_its_default():
    rows = re.findall(
        r"^\| `(\w+\.\w+)` \| (.+?) \| .{10,} \|$", (ROOT / "docs/rules.md").read_text(), re.MULTILINE
    )
    classic = RuleSet()
    settings = [path.split(".") for path, _setting in all_settings()]
    defaults = [
        (f"{group}.{name}", written(getattr(getattr(classic, group), name))) for group, name in settings
    ]
    assert rows == defaults


def values_of(kind):
    """Return the values of a kind as the page has them."""
    if isinstance(kind, OneOf):
        return ", ".join(f"`{option}`" for option in kind.options if option)
    if isinstance(kind, Flag):
        return "yes, no"
    if isinstance(kind, Whole):
        return f"{kind.least} to {kind.most}" + (", or none" if kind.optional else "")
    return f"numbers from 1 to {kind.most}" if isinstance(kind, Numbers) else "text"


def test_every_setting_of_a_division_is_explained_as_its_form_does():
    """The failure shows the row of a setting that is not there yet: copy it."""
    page = (ROOT / "docs/rules.md").read_text().partition("### Settings of a division\n")[2]
    defaults = {name: None if value in ("", []) else value for name, value in defaults_of(Division).items()}
    with override("en"):
        rows = [
            f"| `{name}` | {values_of(setting.kind)} | {written(defaults.get(name))} | "
            f"*{setting.label}*{setting.help and ': '}{setting.help} |"
            for name, setting in settings_in(Division).items()
        ]
    assert page.partition("| --- | --- | --- | --- |\n")[2].partition("\n\n")[0].splitlines() == rows


def test_every_reason_of_a_verdict_is_explained_with_its_rule():
    rows = re.findall(
        r"^\| `(\w+)` \| .{10,} \| `?([\w.]+)`? \|$", (ROOT / "docs/rules.md").read_text(), re.MULTILINE
    )
    assert dict(rows) == REASONS
    ids = set(re.findall(r"^\| ([BD]\d+) ", (ROOT / "docs/rules.md").read_text(), re.MULTILINE))
    assert set(REASONS.values()) <= ids | {path for path, _setting in all_settings()}


def test_every_rule_set_is_explained():
    page = (ROOT / "docs/rules.md").read_text()
    named = {
        name
        for row in re.findall(r"^\| (`.*?`) \| ", page, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert set(rule_set_names()) <= named


def test_every_pairing_method_is_explained():
    page = (ROOT / "docs/rules.md").read_text().partition("## Pairings and standings")[2]
    table = page.partition("| --- | --- |\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \| .{10,} \|$", table, re.MULTILINE) == list(METHODS)


def test_every_implemented_rule_has_a_test():
    """The ids of docs/rules.md that this version implements are named by tests."""
    ids = set(re.findall(r"^\| (D\d+) ", (ROOT / "docs/rules.md").read_text(), re.MULTILINE))
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    named = {name.upper() for name in re.findall(r"def test_(d\d+)_", tests)}
    assert ids <= named


def test_commands_of_the_engine_in_the_documents_exist():
    """Each with the options that are written there."""
    written = [
        shlex.split(line, comments=True)
        for page in PAGES
        for line in re.findall(r"^    \.venv/bin/python -m engine (.+)$", page.read_text(), re.MULTILINE)
    ]
    assert len(written) > 5
    for arguments in written:
        _parser().parse_args(list(takewhile(lambda argument: argument != "<", arguments)))


def test_the_examples_in_python_do_what_they_say():
    """Those of library.md are in tests/engine/test_library_pages.py."""
    results = doctest.testfile(str(ROOT / "docs/engine.md"), module_relative=False)
    assert results.failed == 0
    assert results.attempted > 10


def test_the_encodings_of_word_lists_are_named():
    page = (ROOT / "docs/words.md").read_text()
    assert all(f"`{encoding}`" in page for encoding in ENCODINGS if encoding != "utf-8")


SECURITY = ROOT / "docs/security.md"


def attacks_told():
    """Return the rows of the table of attacks: who, what they try, what stops them, its tests."""
    table = SECURITY.read_text().partition("## Attacks\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return rows[2:]


def test_every_attack_names_its_tests():
    """Each row of the table has four cells, and its tests are there."""
    rows = attacks_told()
    assert len(rows) > 50
    assert [row for row in rows if len(row) != 4] == []
    named = {(who, tried): re.findall(r"`([\w/]+\.py)`", tests) for who, tried, _stops, tests in rows}
    assert [row for row, tests in named.items() if not tests] == []
    missing = {test for tests in named.values() for test in tests if not (ROOT / "tests" / test).exists()}
    assert missing == set()


def test_every_script_that_attacks_is_named():
    """A script that attacks stands in the row of what it tries."""
    told = " ".join(tests for *_attack, tests in attacks_told())
    assert [each.name for each in ATTACKS if f"`attacks/{each.name}.py`" not in told] == []


def test_the_page_on_security_is_short_enough_to_be_read():
    assert len(SECURITY.read_text().split()) < 4_000


def test_sentences_about_security_begin_with_what_they_are_about():
    parts = re.split(r"\n\n|\n- | \| |\n\| ", SECURITY.read_text())
    sentences = [sentence for part in parts for sentence in re.split(r"(?<=[.:;])\s+", part.strip())]
    begun = re.compile(r"(?:Who|Whoever|What|Whatever|Of|By|With)\b")
    assert [sentence[:60] for sentence in sentences if begun.match(sentence)] == []
