"""Templates name files of their own app and of apps below it, as import-linter holds for Python.

Templates in no app's folder, such as `base.html`, are the frame of all pages: every app may extend them.
"""

import re
from pathlib import Path

from tests.test_direction_of_scripts import BELOW

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "templates"
TEMPLATES = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*.html")}
OF_APPS = sorted(name for name in TEMPLATES if name.partition("/")[0] in BELOW)
NAMED = re.compile(r"""\{%-?\s*(?:extends|include|static)\s+["']([^"']+)["']""")
LOADED = re.compile(r"\{%-?\s*load\s+([^%]+?)\s*-?%\}")
# The folder of each app, for its template tags; those below another app's folder come last.
FOLDERS = {
    "tournaments": "tournaments",
    "duplicate": "duplicate",
    "classic": "tournaments/classic",
    "club_tables": "tournaments/club_tables",
    "website": "duplicate/website",
}
LIBRARIES = {
    path.stem: app
    for app, folder in FOLDERS.items()
    for path in (ROOT / folder / "templatetags").glob("[a-z]*.py")
}


def test_every_app_has_templates():
    assert {name.partition("/")[0] for name in OF_APPS} == BELOW.keys()


def named_from_above(name):
    """Return what a template names, of apps that may not be known to its own."""
    own = name.partition("/")[0]
    text = TEMPLATES[name].read_text(encoding="utf-8")
    files = [file for file in NAMED.findall(text) if "/" in file]
    libraries = [word for words in LOADED.findall(text) for word in words.split() if word in LIBRARIES]
    above = [file for file in files if file.partition("/")[0] not in {own} | BELOW[own]]
    return above + [library for library in libraries if LIBRARIES[library] not in {own} | BELOW[own]]


def test_a_template_names_files_of_its_own_app_and_those_below():
    assert {name: above for name in OF_APPS if (above := named_from_above(name))} == {}
