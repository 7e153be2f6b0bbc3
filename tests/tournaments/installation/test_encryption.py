"""Sealed data is readable by this installation alone, and only unchanged."""

import pytest

from tournaments.errors import RuleViolation
from tournaments.installation.encryption import seal, unseal

TEXT = '{"rounds": ["AEINRST RETAINS H4 é"]}'


def test_a_text_comes_back():
    sealed = seal(TEXT, purpose="prepared game")
    assert unseal(sealed, purpose="prepared game") == TEXT
    assert unseal(memoryview(sealed), purpose="prepared game") == TEXT


def test_nothing_of_the_text_shows():
    import base64

    sealed = seal(TEXT, purpose="prepared game")
    for shown in (sealed, base64.urlsafe_b64decode(sealed)):
        assert b"RETAINS" not in shown
        assert b"rounds" not in shown
    assert sealed != seal(TEXT, purpose="prepared game"), "equal texts must not look equal"


@pytest.mark.parametrize(
    "damage",
    [
        lambda sealed: b"",
        lambda sealed: b"nonsense",
        lambda sealed: sealed[:-1],
        lambda sealed: sealed[:40] + (b"A" if sealed[40:41] != b"A" else b"B") + sealed[41:],
        lambda sealed: sealed[: len(sealed) // 2],
    ],
)
def test_damage_is_told(damage):
    with pytest.raises(RuleViolation, match="damaged or come from another installation") as refused:
        unseal(damage(seal(TEXT, purpose="prepared game")), purpose="prepared game")
    assert refused.value.code == "seal_broken"


def test_a_foreign_seal_is_told(settings):
    sealed = seal(TEXT, purpose="prepared game")
    settings.SECRET_KEY = "another installation's"
    with pytest.raises(RuleViolation, match="another installation"):
        unseal(sealed, purpose="prepared game")


def test_one_sealed_for_something_else_does_not_pass():
    with pytest.raises(RuleViolation):
        unseal(seal(TEXT, purpose="search for a game"), purpose="prepared game")


def test_a_key_that_was_changed_still_opens_as_a_fallback(settings):
    sealed = seal(TEXT, purpose="prepared game")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the new one"
    assert unseal(sealed, purpose="prepared game") == TEXT
