"""Looking words up at the desk: what is said, to whom, and that a rack has no part in it."""

import re

import pytest
from django.urls import reverse

from duplicate.desk.word_lookup import MOST_WORDS, look_up
from duplicate.games import services as game_services
from duplicate.rounds import services as round_services
from engine import lexicon as lexicons
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.lexicons.services import load_word_list
from tournaments.positions.in_play import SearchAsker

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
ANYBODY = SearchAsker(None)


@pytest.fixture(scope="module")
def few():
    words = ["AT", "ATE", "EAT", "ETA", "TEA", "TEAS", "SEAT", "STATE", "TEATIME"]
    return lexicons.build_lexicon(map(ENGLISH.encode, words), ENGLISH, "few")


def words_of(listed):
    """Return the words as text, blanks small."""
    return ["".join(letters for letters, _ in word) for word in listed.words]


# --- Answers ------------------------------------------------------------------------------------------------


def test_a_word(few):
    found = look_up(" tea ", few, ENGLISH, ANYBODY)
    assert (found.text, found.problem, found.matches) == ("tea", "", None)
    assert (found.word.word, found.word.good, found.word.value) == ("TEA", True, 3)
    assert (found.word.front, found.word.back) == ((), ("S",))
    assert words_of(found.anagrams) == ["ATE", "EAT", "ETA"]
    assert words_of(found.word.extensions) == ["TEAS", "TEATIME"]


def test_letters_that_are_no_word(few):
    found = look_up("AET", few, ENGLISH, ANYBODY)
    assert not found.word.good
    assert words_of(found.anagrams) == ["ATE", "EAT", "ETA", "TEA"]


def test_a_word_as_on_a_slip_with_its_blank(few):
    assert look_up("tEA", few, ENGLISH, ANYBODY).word.word == "TEA"


def test_a_pattern(few):
    found = look_up("*te*", few, ENGLISH, ANYBODY)
    assert (found.word, found.anagrams) == (None, None)
    assert words_of(found.matches) == ["ATE", "TEA", "TEAS", "STATE", "TEATIME"]


def test_letters_with_blanks_are_a_pattern_and_tiles(few):
    found = look_up("?ea", few, ENGLISH, ANYBODY)
    assert words_of(found.matches) == ["TEA"]
    assert words_of(found.anagrams) == ["AtE", "EAt", "EtA", "tEA"]
    assert found.anagrams.words[0] == (("A", False), ("t", True), ("E", False))
    assert look_up("???", few, ENGLISH, ANYBODY).anagrams is None


def test_tiles_of_two_letters(few):
    spanish = lexicons.build_lexicon([SPANISH.encode("CHE")], SPANISH, "uno")
    for text in ("CHE", "[CH]E", "che"):
        found = look_up(text, spanish, SPANISH, ANYBODY)
        assert (found.word.word, found.word.good) == ("CHE", True)
    assert look_up("?E", spanish, SPANISH, ANYBODY).matches.words == ((("CH", False), ("E", False)),)


def test_nothing_typed(few):
    found = look_up("  ", few, ENGLISH, ANYBODY)
    assert (found.text, found.problem, found.word, found.matches, found.anagrams) == (
        "",
        "",
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("TE4", "“4” in “TE4” is not a letter of this tile set."),
        ("TE A", "“ ” in “TE A” is not a letter of this tile set."),
        ("[TE?", "“[TE?” is not a pattern"),
        ("TE\x00", "“\x00” in “TE\x00” is not a letter"),
    ],
)
def test_what_cannot_be_looked_up(few, text, problem):
    found = look_up(text, few, ENGLISH, ANYBODY)
    assert found.problem.startswith(problem)
    assert (found.word, found.matches) == (None, None)


def test_long_lists_say_how_many_more_there_are(english):
    found = look_up("?A*", english, ENGLISH, ANYBODY)
    assert len(found.matches.words) == MOST_WORDS
    assert found.matches.more == found.matches.count - MOST_WORDS > 0


# --- To whom, and when -----------------------------------------------------------------------------------------------


@pytest.fixture
def ask(client, arbitrator, game):
    """Return a function that looks a text up, as the page does by htmx."""
    client.force_login(arbitrator)

    def ask_it(text):
        return client.get(reverse("words", args=[game.code]), {"q": text}, headers=HTMX)

    return ask_it


def test_the_answer_alone_for_the_page_that_is_there(ask):
    text = ask("train").content.decode()
    assert "<html" not in text
    assert "TRAIN" in text
    assert "good" in text
    assert "5 points" in text
    assert "RIANT" in text


def test_a_page_of_its_own(client, arbitrator, game):
    client.force_login(arbitrator)
    page = client.get(reverse("words", args=[game.code]), {"q": "TRAINQ"}).content.decode()
    assert "<html" in page
    assert 'value="TRAINQ"' in page
    assert "not in the lexicon" in page


def test_what_was_typed_is_shown_as_text(client, arbitrator, game):
    client.force_login(arbitrator)
    for headers in ({}, HTMX):
        page = client.get(
            reverse("words", args=[game.code]), {"q": '"><script>x</script>'}, headers=headers
        ).content.decode()
        assert "<script>x" not in page


def test_another_arbitrator_of_the_event_may_ask_and_a_stranger_may_not(
    client, django_user_model, game, stranger
):
    teammate = django_user_model.objects.create_user("tom", password="a good long one")
    game.event.arbitrators.add(teammate)
    for user, status in ((teammate, 200), (stranger, 404)):
        client.force_login(user)
        for headers in ({}, HTMX):
            assert (
                client.get(reverse("words", args=[game.code]), {"q": "IN"}, headers=headers).status_code
                == status
            )


def test_a_player_may_not_ask(client, game, players):
    """Neither by their phone nor by its token: the desk's pages know logins only."""
    _entry, token = players[0]
    page = reverse("words", args=[game.code])
    for headers in ({}, {"Authorization": f"Bearer {token}"}):
        answer = client.get(page, {"q": "IN"}, headers=headers)
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("login"))
    assert "HX-Redirect" in client.get(page, {"q": "IN"}, headers=HTMX)


def test_nothing_is_written_by_asking(client, arbitrator, game):
    client.force_login(arbitrator)
    before = game.log.count()
    assert client.post(reverse("words", args=[game.code]), {"q": "IN"}).status_code == 405
    client.get(reverse("words", args=[game.code]), {"q": "IN"})
    assert game.log.count() == before


def test_the_rack_has_no_part_in_it(ask, game, arbitrator):
    """The same answer before the draw, with a rack that has the word, and with the clock running."""

    def answer():
        # Each page has another token against forged forms.
        return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", ask("RETRAIN").content)

    before = answer()
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    drawn = answer()
    round_services.open_round(game=game, by=arbitrator)
    round_services.start_clock(game=game, by=arbitrator)
    assert before == drawn == answer()


def test_it_takes_few_queries(ask, django_assert_num_queries):
    ask("IN")
    with django_assert_num_queries(5):  # session, user, game, role, words of the game
        ask("IN")


def test_the_lexicon_is_the_games_own(client, arbitrator, built_in, tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    load_word_list(name="club", data=b"QUIRK\nXYZZY\n", tile_set="english")
    game = game_services.create_game(
        name="Club", by=arbitrator, lexicon="club", notation="duplicate", rules=RuleSet()
    )
    client.force_login(arbitrator)
    page = client.get(reverse("words", args=[game.code]), {"q": "XYZZY"}).content.decode()
    assert "Lexicon: club" in page
    assert "not in the lexicon" not in page
    lexicons.lexicon_path("club").unlink()
    page = client.get(reverse("words", args=[game.code]), {"q": "XYZZY"})
    assert page.status_code == 200
    assert "There is no lexicon “club”." in page.content.decode()


def test_the_dashboard_leads_there(client, arbitrator, game):
    client.force_login(arbitrator)
    page = client.get(reverse("dashboard", args=[game.code])).content.decode()
    assert f'href="{reverse("words", args=[game.code])}"' in page
    assert 'id="words-dialog"' in page


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("spanish", "chal", "Read as CH + A + L; apart: [C][H]"),
        ("spanish", "[c][h]al", ""),
        ("spanish", "chal?", "Read as CH + A + L + ?; apart: [C][H]"),
        ("spanish", "chal*", "Read as CH + A + L; apart: [C][H]"),
        ("spanish", "*[c][h]a[LL]", ""),
        ("catalan", "anyal", ""),
        ("hungarian", "szem", "Read as SZ + E + M; apart: [S][Z]"),
    ],
)
def test_the_answer_tells_how_letters_of_several_signs_were_read(name, text, told):
    tiles = load_tile_set(name)
    lexicon = lexicons.build_lexicon([tiles.encode("AMA")], tiles, "few")
    assert look_up(text, lexicon, tiles, ANYBODY).reading == told
