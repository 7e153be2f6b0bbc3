import pytest
from django.utils import translation

from tournaments.wording.clauses import join_clauses, label_clause


@pytest.mark.parametrize(
    ("language", "clauses", "joined"),
    [
        ("en", [], ""),
        ("en", ["shared"], "shared"),
        ("en", ["shared", "passed on", "late"], "shared; passed on; late"),
        ("fr", ["partagé", "laissé", "tard"], "partagé\u00a0; laissé\u00a0; tard"),
        ("es", ["compartido", "cedido"], "compartido; cedido"),
    ],
)
def test_clauses_joined_in_a_language(language, clauses, joined):
    with translation.override(language):
        assert join_clauses(clauses) == joined


@pytest.mark.parametrize(("language", "text"), [("en", "A: b"), ("fr", "A\u00a0: b"), ("es", "A: b")])
def test_clause_with_a_label(language, text):
    with translation.override(language):
        assert label_clause("A", "b") == text
