"""Two uploads of one director at the same moment: one file is in review, and it is imported once."""

import pytest

from tests.concurrency.hall import during
from tests.factories.annotated_games import FILE
from tests.factories.divisions import make_director
from tests.factories.matches import make_matches
from tournaments.classic.exchange import services as exchange
from tournaments.classic.match_records import annotated_games, gcg_import
from tournaments.classic.match_records.annotated_games import GamePlayer
from tournaments.classic.match_records.gcg_import import tag_gcg_review, terms_of_division
from tournaments.classic.models import AnnotatedGame, GcgFile, TournamentUpload

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = b"Marsh, Ann 9;\n"


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def match(by):
    return make_matches(by=by)[0]


def test_a_user_has_one_upload_of_a_tournament(by):
    def upload():
        return exchange.keep_upload(files=[("a.t", TEXT)], by=by).pk

    during(upload, upload)
    assert TournamentUpload.objects.count() == 1


def test_a_user_has_one_game_in_review_whatever_it_is_for(by, match):
    def of_division():
        division = match.round.division
        return annotated_games.keep_file(division=division, data=FILE, file_name="m.gcg", by=by).pk

    def of_match():
        return gcg_import.keep_file(match=match, data=FILE, file_name="m.gcg", by=by).pk

    during(of_division, of_match)
    assert GcgFile.objects.count() == 1


def test_a_file_becomes_one_annotated_game(by, match):
    division = match.round.division
    kept = annotated_games.keep_file(division=division, data=FILE, file_name="m.gcg", by=by)
    mark = tag_gcg_review(kept, terms_of_division(division))

    def import_it():
        file = annotated_games.file_in_review(division, by)
        players = (GamePlayer("A"), GamePlayer("B"))
        made = annotated_games.import_file(kept=file, mark=mark, by=by, players=players, by_file=False)
        return made.first_name

    assert sorted(during(import_it, import_it, at='DELETE FROM "classic_gcgfile"')) == ["A", "file_gone"]
    assert AnnotatedGame.objects.count() == 1
