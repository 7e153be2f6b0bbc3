"""Templates have no text outside the catalogues: every word of a page is marked for translation.

A template without its tags, variables, comments and HTML must have no words left, and no marks that some languages set
in another way: French has a space before a colon. Attributes that people read or hear are checked like text.
"""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.utils.functional import Promise

ROOT = Path(__file__).parent.parent
TEMPLATES = ROOT / "templates"
# Whole blocks whose content is in the catalogue, or is no text; then all other tags, variables and comments.
BLOCKS = re.compile(
    r"\{%\s*(?P<tag>blocktranslate|comment)\b.*?%\}.*?\{%\s*end(?P=tag)\s*%\}"
    r"|\{% block body_class %\}.*?\{% endblock[\w ]*%\}",
    re.DOTALL,
)
TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
FILTERED = re.compile(r"\|(?:default|default_if_none|yesno|join|add|pluralize):[\"']([^\"']*)[\"']")
READ = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-valuetext", "label"}
SPOKEN_META = {"description", "og:title", "og:description", "og:image:alt"}
WORD = re.compile(r"[^\W\d_]{2,}")
# Marks that belong to a message; full stops, commas, dots and brackets round a name or a figure are set alike in all
# languages. A filter may put a mark between figures, such as the colon of a score.
MARK = re.compile(r"[:;!?“”„«»‘]")
# A bracket round a message is part of it: {% translate "the whole event" %}.
IN_BRACKETS = re.compile(r"\(\s*\{%\s*(?:block)?translate\b")
# Names, file formats, what is typed, units: the same in every language; then samples of the style guide.
SAME_EVERYWHERE = {"Isotop", "CSV", "Excel", "GCG", "HOUSE", "JSON", "PDF", "QR", "min", "ms", "px"} | {
    *("Agnès", "Bertrand", "english", "Àéîõü"),
}


class Words(HTMLParser):
    """The words that a page says or shows, or what else a pattern finds."""

    def __init__(self, pattern=WORD):
        super().__init__()
        self.found, self._pattern, self._silent = [], pattern, 0

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        read = set(READ)
        if tag == "meta" and {values.get("name"), values.get("property")} & SPOKEN_META:
            read.add("content")
        if tag == "input" and values.get("type") in {"submit", "button"}:
            read.add("value")
        for name in read & values.keys():
            self._look(values[name] or "")
        # Code and keys are written as they are typed.
        self._silent += tag in {"script", "style", "code", "kbd", "samp"}

    def handle_endtag(self, tag):
        self._silent -= tag in {"script", "style", "code", "kbd", "samp"}

    def handle_data(self, data):
        if not self._silent:
            self._look(data)

    def _look(self, text):
        self.found += [word for word in self._pattern.findall(text) if word not in SAME_EVERYWHERE]


def bare_words(source, pattern=WORD):
    words = Words(pattern)
    words.feed(TAGS.sub(" ", BLOCKS.sub(" ", source)))
    words.close()
    return words.found


def said_by_filters(source):
    """Return the words that filters put in the place of a value; marked ones are written _("…")."""
    return [word for text in FILTERED.findall(source) for word in bare_words(text)]


def pages():
    return sorted(path for path in TEMPLATES.rglob("*.html"))


def test_every_word_of_a_template_is_marked_for_translation():
    sources = {path.relative_to(TEMPLATES).as_posix(): path.read_text() for path in pages()}
    assert {
        name: words
        for name, source in sources.items()
        if (words := bare_words(source) + said_by_filters(source))
    } == {}


def bare_marks(source):
    return bare_words(source, MARK) + IN_BRACKETS.findall(BLOCKS.sub("{% translate %}", source))


def test_no_script_sets_a_mark_beside_a_message():
    """A message of a script has its marks, as in `fill(strings.rack, {tiles})`."""
    beside = re.compile(r"\$\{(?:strings|words)\.\w+\}\s?[:;!?]|\(\$\{(?:strings|words)\.\w+\}")
    scripts = [path for app in ("duplicate", "tournaments") for path in (ROOT / app).rglob("static/**/*.js")]
    assert len(scripts) > 60
    assert {path.name: marks for path in scripts if (marks := beside.findall(path.read_text()))} == {}


def test_every_mark_of_a_template_is_part_of_a_message():
    sources = {path.relative_to(TEMPLATES).as_posix(): path.read_text() for path in pages()}
    assert {name: marks for name, source in sources.items() if (marks := bare_marks(source))} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% translate "Rack:" %} {{ rack }}, {{ score }} ({{ name }})', []),
        ('{% translate "Rack" %}: {{ rack }}', [":"]),
        ("<a>{{ name }}</a>: <b>{{ score }}</b>", [":"]),
        ("{% if not forloop.last %}; {% endif %}“{{ line }}”", [";", "“", "”"]),
        ('{{ name }} ({% translate "all" %})', ["({% translate"]),
        ('<a href="/x/?y" style="a: b" title="{{ name }}: {{ club }}">{{ scores|join:" : " }}</a>', [":"]),
    ],
)
def test_the_scan_sees_a_mark_outside_a_message(source, found):
    assert bare_marks(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{% translate "Ready" %} · {{ name }}</p>', []),
        ("<p>{% blocktranslate count n=n %}one{% plural %}{{ n }} many{% endblocktranslate %}</p>", []),
        ("{# a remark #}{% comment %}another{% endcomment %}", []),
        ("<p>Ready</p>", ["Ready"]),
        ('<a href="/x/" title="To the desk">{{ name }}</a>', ["To", "the", "desk"]),
        ('<input placeholder="Name" name="name" class="big one">', ["Name"]),
        ('<meta name="viewport" content="width=device-width">', []),
        ('<meta name="description" content="A game">', ["game"]),
        ("<code>manage.py setup</code> <kbd>Enter</kbd>", []),
        ("{% if a %}yes{% endif %}", ["yes"]),
    ],
)
def test_the_scan_sees_what_is_bare(source, found):
    assert bare_words(source) == found


def test_the_scan_sees_what_filters_say():
    source = """{{ a|default:"none" }} {{ a|default:_("none") }} {{ a|default:"–" }} {{ a|yesno:'with,without' }}"""
    assert said_by_filters(source) == ["none", "with", "without"]


@pytest.mark.slow
@pytest.mark.parametrize("app", ["duplicate", "tournaments", "classic", "club_tables", "website"])
def test_every_model_has_a_name_in_every_language(app):
    """The support desk and messages of Django's say it."""
    models = [model for model in apps.get_app_config(app).get_models() if "istor" not in model.__name__]
    named = [(model._meta.verbose_name, model._meta.verbose_name_plural) for model in models]
    assert [names for names in named if not all(isinstance(name, Promise) for name in names)] == []
