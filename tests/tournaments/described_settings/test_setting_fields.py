"""Settings that are a line of text or a list of words, as a form writes and reads them."""

import pytest
from django.core.exceptions import ValidationError

from engine.referee.settings import all_settings
from tournaments.described_settings.setting_fields import SettingField


def field(name):
    return SettingField(all_settings()[name])


@pytest.mark.parametrize(
    ("written", "words"),
    [("", ()), ("sea tide", ("SEA", "TIDE")), ("sea,tide,\r\nSEA", ("SEA", "TIDE")), (None, ())],
)
def test_words_are_read_in_capitals_once_each(written, words):
    assert field("theme_words").clean(written) == words
    assert field("theme_words").prepare_value(words) == " ".join(words)


@pytest.mark.parametrize(("written", "theme"), [("", ""), ("  the sea ", "the sea"), (None, "")])
def test_a_line_is_read_without_the_spaces_round_it(written, theme):
    assert field("theme").clean(written) == theme


@pytest.mark.parametrize(
    ("name", "written"), [("theme", "x" * 61), ("theme", "two\nlines"), ("theme_words", "x" * 61)]
)
def test_what_is_too_long_or_no_line_is_refused(name, written):
    with pytest.raises(ValidationError):
        field(name).clean(written)
