"""Lexicons of several organisers: each finds those of everybody and its own, under names that tell of no others."""

import pytest
from django.core.management import CommandError, call_command
from django_scopes.exceptions import ScopeError
from django_scopes.state import state

from duplicate.forms.games import NewGameForm
from engine import lexicon
from engine.lexicon.definitions import definition_of
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.services import erase_lexicons, lexicon_for_language, load_word_list
from tournaments.models import Lexicon, Organiser
from tournaments.organisers.creation import create_organiser
from tournaments.organisers.scope import scope_to_organiser, scope_to_public

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def organisers():
    second, _token = create_organiser(name="Liège")
    third, _token = create_organiser(name="Mons")
    return second, third


def load(name, organiser=None, data=b"QI\nZA\n", **options):
    return load_word_list(name=name, data=data, tile_set="english", organiser=organiser, **options)


def names(organiser):
    with scope_to_organiser(organiser.pk):
        return [one.name for one in lexicons_offered()]


def test_the_own_ones_and_those_of_everybody_are_offered(organisers, arbitrator):
    second, third = organisers
    shared, own = load("shared"), load("ods", second)
    assert names(second) == [own.name, shared.name]
    assert names(third) == ["shared"]
    with scope_to_public():
        assert [one.name for one in lexicons_offered()] == ["shared"]
        assert lexicon_for_language("en") == shared
    with scope_to_organiser(third.pk):
        form = NewGameForm(by=arbitrator)
        assert [one.name for one in form.fields["lexicon"].queryset] == ["shared"]
    with scope_to_organiser(second.pk):
        form = NewGameForm(by=arbitrator)
        assert own in form.fields["lexicon"].queryset


def test_a_query_that_names_no_organiser_fails():
    before = state.set({})
    try:
        with pytest.raises(ScopeError):
            lexicons_offered()
    finally:
        state.reset(before)


def test_names_of_others_are_free(organisers):
    second, third = organisers
    made = [load("ods", second), load("ODS", third), load("ods")]
    assert len({one.name.lower() for one in made}) == 3
    assert all(lexicon.load_lexicon(one.name).word_count == 2 for one in made)
    for owner in (second, third, None):
        with pytest.raises(RuleViolation) as error:
            load("Ods", owner)
        assert error.value.code == "lexicon_taken"


def test_names_given_while_there_was_one_organiser_tell_nothing_later():
    first = Organiser.objects.get()
    assert load("ods", first).name == "ods"
    second, _token = create_organiser(name="Liège")
    assert load("ods", second).name != "ods"
    first.refresh_from_db()
    with pytest.raises(RuleViolation):
        load("ods", first)


def test_the_name_fits_into_its_column(organisers):
    second, _third = organisers
    with pytest.raises(RuleViolation) as error:
        load("a" * 40, second)
    assert load("a" * error.value.params["most"], second).name.startswith("aaa")


def test_erasing_takes_the_files_along(organisers, data_folder):
    second, third = organisers
    gone = load("ods", second, data=b"QI force\nZA pizza\n", definitions=True)
    kept = load("ods", third, data=b"QI force\n", definitions=True)
    shared = load("shared")
    erase_lexicons(second)
    assert {one.name for one in Lexicon.objects.all()} == {kept.name, shared.name}
    assert not list(data_folder.rglob(f"{gone.name}*"))
    assert definition_of(kept.name, lexicon_word("QI")) == "force"


def lexicon_word(text):
    return load_tile_set("english").encode(text)


def test_the_command_loads_for_an_organiser(organisers, tmp_path, capsys):
    second, third = organisers
    file = tmp_path / "list.txt"
    file.write_text("QI\nZA\n")
    call_command("load_lexicon", "ods", str(file), "--organiser", "Liège")
    assert len(names(second)) == 1
    assert not names(third)
    with pytest.raises(CommandError, match="Nobody"):
        call_command("load_lexicon", "other", str(file), "--organiser", "Nobody")
