"""A simultaneous game for tests: a prepared game of few rounds, sent by an organiser."""

from datetime import timedelta

from django.core.files.uploadedfile import SimpleUploadedFile

from duplicate.prepared_games.clubs.organiser import code_of, send_out
from duplicate.prepared_games.drawing.services import prepare_imported
from duplicate.prepared_games.results.file_format import write_file
from engine.rules import (
    load_rule_set,
)
from tests.factories.fake_results import made_up_result
from tests.factories.simultaneous_games import short_record
from tournaments.time import clock


def prepare_short(by, **asked):
    return prepare_imported(name="Final", text=short_record(**asked).to_json(), lexicon=None, by=by)


def sent_by(by, *, opens_in=-60, opens_at=None, rules="classic", **more):
    """Return a simultaneous game that may be opened since a minute, and its code."""
    sent = send_out(
        prepared=prepare_short(by, rules=rules),
        name="World game",
        organiser="The federation",
        opens_at=opens_at or clock.now() + timedelta(seconds=opens_in),
        by=by,
        **more,
    )
    return sent, code_of(sent)


def made_result(sent, club="Namur", seed="a", players=4):
    tops = [line.score for line in short_record("fisf").rounds]
    return made_up_result(
        game=sent.digest, club=club, tops=tops, rules=load_rule_set("fisf"), players=players, seed=seed
    )


def upload_result(client, sent, result):
    file = SimpleUploadedFile("r.json", write_file(result.to_data()).encode())
    return client.post(f"/desk/simultaneous/{sent.pk}/results/", {"file": file})


def accept_result(client, sent, result):
    answer = upload_result(client, sent, result)
    assert answer.status_code == 302, answer.content.decode()
    return client.post(answer.url, follow=True)
