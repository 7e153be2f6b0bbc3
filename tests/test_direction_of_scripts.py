"""Scripts import from their own app and from apps below it, as import-linter holds for Python."""

import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
BELOW = {
    "tournaments": set(),
    "classic": {"tournaments"},
    "club_tables": {"tournaments"},
    "duplicate": {"tournaments"},
    "website": {"tournaments", "classic", "club_tables", "duplicate"},
}
# Types in JSDoc count too.
IMPORT = re.compile(r'(?:\bfrom |\bimport\()"(\.[^"]+)"')
SCRIPTS = {
    path.as_posix().rpartition("/static/")[2]: path
    for app in ("tournaments", "duplicate")
    for path in (ROOT / app).glob("**/static/**/*.js")
}


def test_every_script_is_in_the_folder_of_an_app():
    assert SCRIPTS
    assert {name.partition("/")[0] for name in SCRIPTS} == BELOW.keys()


def wrong_imports():
    """Yield each import of a script that is not there, or not of its own app or one below."""
    for name, path in sorted(SCRIPTS.items()):
        own = name.partition("/")[0]
        for relative in IMPORT.findall(path.read_text(encoding="utf-8")):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))
            if imported not in SCRIPTS or imported.partition("/")[0] not in {own} | BELOW[own]:
                yield f"{name} imports {relative}"


def test_a_script_imports_from_its_own_app_and_those_below():
    assert list(wrong_imports()) == []
