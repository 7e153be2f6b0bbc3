"""Annotated games of a division: files whose players are nobody there, without anything but names, rules and moves."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from engine.formats.gcg import GcgGame
from engine.referee import state_of
from engine.referee.gcg.reader import from_gcg
from tests.factories.annotated_games import FILE, make_annotated_game
from tests.factories.annotated_matches import GAMES, TILES, file_by_other_rules, recorded_game
from tests.factories.matches import make_matches
from tests.lanes import quick
from tests.worlds.images import enter, image_of
from tournaments.classic.divisions import services as division_services
from tournaments.classic.match_records import annotated_boards, annotated_games, gcg_import
from tournaments.classic.match_records.annotated_games import GamePlayer, guess_player
from tournaments.classic.match_records.gcg_import import tag_gcg_review, terms_of_division
from tournaments.classic.models import AnnotatedGame, Division, GcgFile, MatchRecord
from tournaments.classic.scores.match_rules import settings_of
from tournaments.errors import RuleViolation
from tournaments.models import Event, Player
from tournaments.names import folding, name_visibility
from tournaments.people import privacy

pytestmark = pytest.mark.django_db

MARKUP = "<script>alert(1)</script>"
# The first moves of the game, with two plays that are challenged: one stays, one comes off.
BEGUN = FILE[: FILE.index(b">Bo: NEAEFOX 8K AXONE")]
NOTED = BEGUN.replace(b"8E LITHE +16 16", b"8E LITHE +16 16\n#note Secret Remark of Ann Marsh")
assert NOTED != BEGUN


OF_TWO = quick(
    sorted({path.stem for path in GAMES.glob("*.gcg")} - {"three_players", "four_players"}),
    *("double", "five_a_word", "last_play_comes_off", "overtime", "void"),
)


def meet():
    """Let Ann and Ben meet in the first round of a division."""
    (match,) = make_matches()
    return match.round.division, match.round.paired_by


@pytest.fixture
def meeting(db, english):
    return enter(image_of(meet))


@pytest.fixture
def division(meeting):
    return meeting[0]


@pytest.fixture
def director(meeting):
    return meeting[1]


def annotated(division, by, data=BEGUN, **choices):
    return make_annotated_game(division, by, data, **choices)


def named(first, second, data=BEGUN):
    """Return the file with other names of its players; Bo begins."""
    renamed = data.replace(b"Ann_Marsh Ann Marsh", b"Ann_Marsh " + first.encode())
    return renamed.replace(b"#player2 Bo Bo", b"#player2 Bo " + second.encode())


def imported(division, by, players, data=BEGUN):
    """Import the file with these players of the division; None is nobody of it."""
    kept = annotated_games.keep_file(division=division, data=data, file_name="m.gcg", by=by)
    first, second = (GamePlayer("Somebody", one) for one in players)
    mark = tag_gcg_review(kept, terms_of_division(division))
    return annotated_games.import_file(kept=kept, mark=mark, by=by, players=(first, second), by_file=False)


# The game


@pytest.mark.repeats
@pytest.mark.parametrize("name", OF_TWO)
def test_it_is_the_game_of_the_file(division, director, name):
    game = annotated(division, director, (GAMES / f"{name}.gcg").read_bytes(), by_file=True)
    file = recorded_game(name)
    shown = annotated_boards.replay_values(game)
    state = state_of(file)
    assert (game.first_score, game.second_score) == tuple(shown["scores"][-1]) == state.scores
    cells = [""] * 225
    for square, token in (each for step in shown["changed"] for each in step):
        cells[square] = token
    assert cells == [token for row in state.board.tokens(TILES) for token in row]
    assert shown["sides"][0] == file.first
    again = from_gcg(GcgGame.parse(annotated_boards.gcg_of_game(game).encode(), TILES), TILES)
    assert (state_of(again).scores, again.settings) == (state.scores, file.settings)


def test_nothing_of_the_file_is_kept_but_names_rules_and_moves(division, director):
    game = annotated(division, director, NOTED)
    assert "Secret" not in game.text
    assert not {"Ann", "Marsh", "Bo"} & set(re.findall(r"\w+", game.text))
    assert "#player1 Ann_Marsh Ann Marsh" in annotated_boards.gcg_of_game(game)
    assert not GcgFile.objects.exists()
    assert not {"Ann Marsh", "Bo", game.code} & set(division.event.acts.last().params.values())


def test_a_play_that_was_challenged_off_lies_there_for_one_step(division, director):
    shown = annotated_boards.replay_values(annotated(division, director))
    off = [place for place, turn in enumerate(shown["turns"]) if turn["kind"] == "upheld"]
    assert off, "the file has such a play"
    for place in off:
        assert shown["turns"][place - 1]["withdrawn"]
        laid, taken = dict(shown["changed"][place - 1]), dict(shown["changed"][place])
        assert laid.keys() == taken.keys()
        assert set(taken.values()) == {""}
        assert shown["scores"][place - 1] != shown["scores"][place]


def test_a_file_by_other_rules_is_kept_by_these(division, director):
    game = annotated(division, director, file_by_other_rules(), by_file=True)
    played = annotated_boards.game_in_text(game.text, game.tile_set)
    assert played.settings.challenge == "points"
    assert played.settings != settings_of(division)


# The players


def test_the_record_of_the_match_of_two_players_of_the_division(division, director):
    ann, ben = division.entries.order_by("number")
    record = imported(division, director, (ben, ann))
    assert isinstance(record, MatchRecord)
    assert record.entries.exists()
    # Bo, who begins in the file, is Ann, who goes first in the match.
    assert record.second_begins is False
    assert not GcgFile.objects.exists()
    assert not AnnotatedGame.objects.exists()
    with pytest.raises(RuleViolation, match="lacks a record"):
        imported(division, director, (ann, ben))
    with pytest.raises(RuleViolation, match="themselves"):
        imported(division, director, (ann, ann))


def test_the_review_of_a_division_tells_that_a_result_differs(division, director, desk):
    division.rounds.get().matches.get().results.create(
        version=1, first_score=350, second_score=476, by=director
    )
    data = named("Ann", "Ben", FILE)
    desk.post(
        reverse("import-annotated-game", args=[division.event_id, division.pk]),
        {"file": SimpleUploadedFile("game.gcg", data)},
    )
    address = reverse("review-annotated-game", args=[division.event_id, division.pk])
    page = desk.get(address, headers={"Accept-Language": "en"}).content.decode()
    assert "The result of this match is <b>350–476</b>, but the record ends with" in page


def test_two_who_meet_again_have_their_game_on_the_page_of_a_match(division, director):
    ann, ben = division.entries.order_by("number")
    first = division.rounds.get()
    again = division.rounds.create(number=2, method="swiss", paired_by=director, begun_at=first.begun_at)
    again.matches.create(table=1, first=ben, second=ann)
    with pytest.raises(RuleViolation, match="more than once"):
        imported(division, director, (ann, ben))


def test_a_game_against_nobody_of_the_division_is_annotated(division, director):
    ann = division.entries.order_by("number").first()
    assert isinstance(imported(division, director, (ann, None)), AnnotatedGame)


@pytest.mark.parametrize(
    ("name", "guess"),
    [("ANN", "Ann"), ("Quackle", False), ("Ann Marsh", True), ("Ben_A", True), ("–", False), ("", False)],
)
def test_players_are_guessed_by_their_names(division, name, guess):
    found = guess_player(name, list(division.entries.select_related("entry__player", "entry__partner")))
    assert (found if isinstance(found, bool) else found.entry.full_name) == guess


@pytest.mark.slow
def test_names_of_the_division_are_stored_as_those_of_files(desk, division):
    for name, partner in (("Foo_Bar", None), ("A" * 60, "B" * 60)):
        entry = division.entries.get(number=1).entry
        entry.player.rename(name)
        entry.player.save()
        if partner:
            entry.partner = Player.objects.create(name=partner, organiser=entry.player.organiser)
            entry.save()
        address = [division.event_id, division.pk]
        desk.post(
            reverse("import-annotated-game", args=address), {"file": SimpleUploadedFile("game.gcg", BEGUN)}
        )
        page = desk.get(reverse("review-annotated-game", args=address)).content.decode()
        mark = re.search(r'name="mark" value="(\w+)"', page)[1]
        ann = division.entries.get(number=1).pk
        answers = {"first": ann, "second": "nobody", "rules": "match", "mark": mark}
        assert desk.post(reverse("review-annotated-game", args=address), answers).status_code == 302
        game = AnnotatedGame.objects.latest("pk")
        assert game.first_name == entry.full_name[:80]


# Limits, and who may


def test_only_the_chief(division, director):
    other = User.objects.create_user("x")
    game = annotated(division, director)
    for refused in (
        lambda: annotated(division, other),
        lambda: annotated_games.cancel_file(division=division, by=other),
        lambda: annotated_games.remove_game(game=game, by=other),
    ):
        with pytest.raises(RuleViolation):
            refused()


def test_a_division_has_so_many_games_at_most(division, director, monkeypatch):
    annotated(division, director)
    monkeypatch.setattr(annotated_games, "MOST_GAMES", 1)
    with pytest.raises(RuleViolation, match="1 annotated games at most"):
        annotated(division, director)


def test_a_file_is_imported_once(division, director):
    annotated_games.keep_file(division=division, data=BEGUN, file_name="m.gcg", by=director)
    first, second = (annotated_games.file_in_review(division, director) for _request in range(2))
    choices = {
        "mark": tag_gcg_review(first, terms_of_division(division)),
        "by": director,
        "players": (GamePlayer("A"), GamePlayer("B")),
        "by_file": False,
    }
    annotated_games.import_file(kept=first, **choices)
    with pytest.raises(RuleViolation, match="already been imported or cancelled"):
        annotated_games.import_file(kept=second, **choices)
    assert AnnotatedGame.objects.count() == 1


def test_a_game_has_so_many_turns_at_most(division, director):
    turns = [f">{'AB'[number % 2]}: -1 +0 0" for number in range(annotated_games.MOST_TURNS + 1)]
    data = "\n".join(["#player1 A Ada", "#player2 B Bob", *turns]).encode()
    with pytest.raises(RuleViolation, match="300 turns"):
        annotated(division, director, data)
    assert not AnnotatedGame.objects.exists()


def test_terms_that_have_changed_are_reviewed_again(division, director):
    kept = annotated_games.keep_file(division=division, data=BEGUN, file_name="m.gcg", by=director)
    mark = tag_gcg_review(kept, terms_of_division(division))
    Division.objects.update(challenge="single")
    kept.division.refresh_from_db()
    with pytest.raises(RuleViolation, match="have just changed"):
        annotated_games.import_file(
            kept=kept, mark=mark, by=director, players=(GamePlayer("A"), GamePlayer("B")), by_file=False
        )


def test_a_division_with_games_is_not_removed(division, director):
    game = annotated(division, director)
    division.rounds.all()[0].matches.all().delete()
    division.rounds.all().delete()
    with pytest.raises(RuleViolation, match="remove these first"):
        division_services.remove_division(division=division, by=director)
    annotated_games.remove_game(game=game, by=director)
    division_services.remove_division(division=division, by=director)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("x" * 90_000, "x" * 80),
        (MARKUP, MARKUP),
        ("Ann\x00\x07\u202eB\u2028C", "AnnB C"),
        ("\u200b\u202e", "–"),
        ("{name} %s", "{name} %s"),
        ("É" * 100, "É" * 80),
    ],
)
def test_hostile_names(division, director, client, written, kept):
    client.force_login(director)
    address = [division.event_id, division.pk]
    file = SimpleUploadedFile("m.gcg", named(written, "Bo"))
    assert client.post(reverse("import-annotated-game", args=address), {"file": file}).status_code == 302
    page = client.get(reverse("review-annotated-game", args=address)).content.decode()
    assert MARKUP not in page
    assert len(page) < 40_000
    mark = re.search(r'name="mark" value="(\w+)"', page)[1]
    answers = {"first": "nobody", "second": "nobody", "rules": "match", "mark": mark}
    client.post(reverse("review-annotated-game", args=address), answers)
    game = AnnotatedGame.objects.get()
    assert (game.first_name, game.second_name) == (kept, "Bo")
    Event.objects.update(public=True)
    for name, arguments in (
        ("annotated-game", [*address, game.code]),
        ("division", address),
        ("public-annotated-game", [game.code]),
        ("public-division", [division.pk]),
    ):
        assert MARKUP not in client.get(reverse(name, args=arguments)).content.decode(), name
    gcg = client.get(reverse("annotated-game-gcg", args=[*address, game.code]))
    assert from_gcg(GcgGame.parse(gcg.content, TILES), TILES).acts


# Pages


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def test_pages_of_the_desk(desk, division):
    address = [division.event_id, division.pk]

    def post(name, *more, **fields):
        answer = desk.post(
            reverse(name, args=[*address, *more]), fields, follow=True, headers={"Accept-Language": "en"}
        )
        return answer.content.decode()

    def send(data):
        return post("import-annotated-game", file=SimpleUploadedFile("game.gcg", data))

    assert "too large" in send(b"x" * 300_000)
    assert "Line 3" in send(b"#player1 A Ann\n#player2 B Ben\nand then tea\n")
    wrong = send(BEGUN.replace(b"8E LITHE +16 16", b"8E LITHE +17 17"))
    assert "<b>Line 8</b> The score is 16, not 17." in wrong
    assert 'id="import"' not in wrong
    review = send(named("Ben", "Ann Marsh"))
    ben = division.entries.get(number=2).pk
    assert f'<option value="{ben}" selected>Ben</option>' in review
    assert '<option value="" selected>–</option>' in review, "Ann may be Ann Marsh"
    mark = re.search(r'name="mark" value="(\w+)"', review)[1]
    choices = {"first": "nobody", "rules": "match", "mark": mark}
    assert "This field is required" in post("review-annotated-game", **choices, second="")
    assert "just changed" in post("review-annotated-game", **choices | {"mark": "0"}, second="nobody")
    assert "The annotated game is here" in post("review-annotated-game", **choices, second="nobody")
    game = AnnotatedGame.objects.get()
    assert str(game) == "Ben – Ann Marsh"
    page = desk.get(reverse("division", args=address)).content.decode()
    assert reverse("annotated-game", args=[*address, game.code]) in page
    file = desk.get(reverse("annotated-game-gcg", args=[*address, game.code]))
    assert file["Content-Disposition"] == 'attachment; filename="open-ben-ann-marsh.gcg"'
    assert "Tick that" in post("remove-annotated-game", game.code)
    assert AnnotatedGame.objects.exists()
    assert "is removed" in post("remove-annotated-game", game.code, confirmed="1")
    assert not AnnotatedGame.objects.exists()
    send(BEGUN)
    post("cancel-annotated-game")
    assert not GcgFile.objects.exists()
    assert desk.get(reverse("review-annotated-game", args=address)).status_code == 302


def test_a_file_of_others_goes_on_from_the_page_of_a_match_to_its_division(desk, division, director):
    address = [division.event_id, division.pk]
    of_match = [*address, 1, 1]

    def upload(data):
        file = SimpleUploadedFile("game.gcg", data)
        page = desk.post(reverse("import-gcg", args=of_match), {"file": file}, follow=True)
        return page.content.decode()

    move = reverse("move-gcg", args=of_match)
    assert move not in upload(named("Ben", "Quackle"))
    assert move in upload(named("Cleo", "Dan"))
    annotated_games.keep_file(division=division, data=BEGUN, file_name="older.gcg", by=director)
    assert desk.post(move).url == reverse("review-gcg", args=of_match), (
        "another file of the director is in review"
    )
    upload(named("Cleo", "Dan"))
    review = desk.post(move, follow=True)
    assert review.redirect_chain[-1][0] == reverse("review-annotated-game", args=address)
    assert review.content.decode().count('<option value="nobody" selected>') == 2
    mark = re.search(r'name="mark" value="(\w+)"', review.content.decode())[1]
    answers = {"first": "nobody", "second": "nobody", "rules": "match", "mark": mark}
    desk.post(reverse("review-annotated-game", args=address), answers)
    assert str(AnnotatedGame.objects.get()) == "Cleo – Dan"
    assert not GcgFile.objects.exists()
    assert not MatchRecord.objects.exists()


def test_only_the_chief_moves_a_file_and_only_while_there_is_room(division, director, monkeypatch):
    match = division.rounds.get().matches.get()
    gcg_import.keep_file(match=match, data=BEGUN, file_name="m.gcg", by=director)
    with pytest.raises(RuleViolation):
        annotated_games.move_file(match=match, by=User.objects.create_user("x"))
    monkeypatch.setattr(annotated_games, "MOST_GAMES", 0)
    with pytest.raises(RuleViolation, match="0 annotated games at most"):
        annotated_games.move_file(match=match, by=director)
    assert GcgFile.objects.get().match == match


def test_two_of_the_division_get_to_the_page_of_their_match(desk, division):
    address = [division.event_id, division.pk]
    upload = SimpleUploadedFile("game.gcg", named("Ben", "Ann"))
    review = desk.post(reverse("import-annotated-game", args=address), {"file": upload}, follow=True)
    mark = re.search(r'name="mark" value="(\w+)"', review.content.decode())[1]
    ann, ben = (one.pk for one in division.entries.order_by("number"))
    answers = {"first": ben, "second": ann, "rules": "match", "mark": mark}
    answer = desk.post(reverse("review-annotated-game", args=address), answers)
    assert answer.url == reverse("division-match", args=[*address, 1, 1])


def test_it_is_seen_where_its_division_is(division, director, client):
    game = annotated(division, director)
    pages = [
        reverse("public-annotated-game", args=[game.code]),
        reverse("public-annotated-game-gcg", args=[game.code]),
    ]
    assert [client.get(page).status_code for page in pages] == [404, 404]
    assert client.get(reverse("public-division", args=[division.pk])).status_code == 404
    for seen in ({"public": True}, {"public": False, "released": Event.Released.PROVISIONAL}):
        Event.objects.update(**seen)
        assert [client.get(page).status_code for page in pages] == [200, 200]
        division_page = client.get(reverse("public-division", args=[division.pk]))
        assert pages[0] in division_page.content.decode()
    Event.objects.update(public=False, released=Event.Released.HIDDEN)
    assert [client.get(page).status_code for page in pages] == [404, 404]


def test_an_answer_that_was_kept_is_known_to_be_old(division, director, client):
    Event.objects.update(public=True)
    page = reverse("public-annotated-game", args=[annotated(division, director).code])
    tag = client.get(page)["ETag"]
    assert client.get(page, headers={"If-None-Match": tag}).status_code == 304
    AnnotatedGame.objects.update(first_name="–")
    assert client.get(page, headers={"If-None-Match": tag}).status_code == 200


def test_names_are_hidden_where_the_event_hides_them(division, director):
    game = annotated(division, director)
    with name_visibility.hidden(True, division.event):
        assert annotated_boards.shown_names(game) == ["Player 1", "Player 2"]
        assert "Marsh" not in annotated_boards.gcg_of_game(game)
        ((_game, names),) = annotated_boards.annotated_lines(division)
        assert names == "Player 1 – Player 2"


# People


def test_a_person_who_is_erased_has_no_name_there_any_more(division, director):
    player = Player.objects.get(name="Ann")
    player.rename("Élise Dupont")
    player.save()
    ours = annotated(division, director, names=("dupont Elise", "Bo"))
    pair = annotated(division, director, names=("Bo", "Cleo & Élise Dupont"))
    other = annotated(division, director, names=("Ann Marsh", "Dupont"))
    annotated_games.keep_file(
        division=division, data=named("DUPONT_Elise", "Bo"), file_name="m.gcg", by=director
    )
    told = privacy.data_of(player)["annotated_games"]
    assert [game["names"] for game in told] == [["dupont Elise", "Bo"], ["Bo", "Cleo & Élise Dupont"]]
    privacy.erase_player(player)
    names = {game.pk: (game.first_name, game.second_name) for game in AnnotatedGame.objects.all()}
    assert names == {
        ours.pk: ("–", "Bo"),
        pair.pk: ("Bo", "Cleo & –"),
        other.pk: ("Ann Marsh", "Dupont"),
    }
    assert not GcgFile.objects.exists()
    annotated_games.remove_game(game=ours, by=director)
    log = folding.fold_words(str([act.params for act in division.event.acts.all()]))
    assert "dupont" not in log
    assert "elise" not in log
