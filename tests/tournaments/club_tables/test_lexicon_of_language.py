"""Forms begin with the lexicon of the reader's language, whichever comes first in the alphabet."""

import pytest
from django.utils.translation import override

from engine.modes import mode_of
from tournaments.club_tables.forms import TableForm
from tournaments.models import Lexicon

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "expected"), [("en", "english"), ("fr", "french"), ("es", "english")])
def test_a_club_table_has_the_lexicon_of_the_language(language, expected):
    for name in ("dutch", "english", "french"):
        Lexicon.objects.create(name=name, tile_set=name, word_count=1)
    with override(language):
        form = TableForm(mode=mode_of("classic"))
        assert f'<option value="{expected}" selected>' in str(form["lexicon"])
