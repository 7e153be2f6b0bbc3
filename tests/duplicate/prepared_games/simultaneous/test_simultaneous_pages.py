"""The pages of simultaneous games: an organiser's, a club's, and that nobody else has them."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import InvitedClub, ReceivedEnvelope, ResultVersion, Simultaneous
from duplicate.prepared_games.clubs.organiser import code_of
from duplicate.prepared_games.results.file_format import write_file
from engine.rules import (
    load_rule_set,
)
from tests.factories.simultaneous_clubs import (
    accept_result,
    made_result,
    prepare_short,
    sent_by,
    short_record,
    upload_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent_as():
    return {"rules": "fisf", "address": "https://isotop.example.org"}


SENT = {
    "name": "World game",
    "organiser": "The federation",
    "opens_at": "2026-03-03T19:30",
    "address": "https://isotop.example.org/club/",
}


def test_a_game_is_sent_and_its_envelope_saved(organisers, organiser):
    prepared = prepare_short(organiser)
    assert (
        f'value="{prepared.pk}" selected'
        in organisers.get(f"/desk/simultaneous/new/?prepared={prepared.pk}").content.decode()
    )
    answer = organisers.post("/desk/simultaneous/new/", SENT | {"prepared": prepared.pk}, follow=True)
    sent = Simultaneous.objects.get()
    shown = answer.content.decode()
    assert code_of(sent) in shown
    assert "https://isotop.example.org/club<" in shown
    assert timezone.localtime(sent.opens_at).strftime("%H:%M") == "19:30"
    saved = organisers.get(f"/desk/simultaneous/{sent.pk}/envelope/")
    assert saved.content == bytes(sent.envelope)
    assert 'filename="world-game.isotop"' in saved["Content-Disposition"]
    assert "World game" in organisers.get("/desk/simultaneous/").content.decode()
    assert "Delete this game" not in organisers.get(f"/desk/prepared/{prepared.pk}/").content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"opens_at": "soon"}, "opens_at"),
        ({"address": "isotop.example.org"}, "address"),
        ({"address": "ftp://isotop.example.org"}, "address"),
        ({"address": "https://user@isotop.example.org"}, "address"),
        ({"address": "https://isotop.example.org:port"}, "address"),
        ({"prepared": 0}, "prepared"),
    ],
)
def test_what_cannot_be_sent_is_shown_again(organisers, organiser, wrong, field):
    prepared = prepare_short(organiser)
    answer = organisers.post("/desk/simultaneous/new/", SENT | {"prepared": prepared.pk} | wrong)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert "The federation" in answer.content.decode()
    assert not Simultaneous.objects.exists()


def test_a_club_whose_letters_come_apart_is_measured_as_it_is_stored(organisers, sent):
    """NFC makes two signs of this letter."""
    answer = organisers.post(f"/desk/simultaneous/{sent.pk}/clubs/", {"name": "\u0958" * 80})
    assert answer.status_code == 422
    assert not sent.invited.exists()


def test_a_token_is_shown_once_and_revoked(organisers, sent):
    page = f"/desk/simultaneous/{sent.pk}/"
    answer = organisers.post(f"{page}clubs/", {"name": "Namur"})
    token = answer.context["token"]
    assert token in answer.content.decode()
    assert token not in organisers.get(page).content.decode()
    assert organisers.post(f"{page}clubs/", {"name": " "}).status_code == 422
    club = InvitedClub.objects.get()
    assert (
        "Token of Namur revoked"
        in organisers.post(f"{page}clubs/{club.pk}/revoke/", follow=True).content.decode()
    )


def test_results_are_looked_at_accepted_corrected_and_gone_back_from(organisers, sent):
    page = f"/desk/simultaneous/{sent.pk}/"
    looked = organisers.get(upload_result(organisers, sent, made_result(sent)).url).content.decode()
    assert "Namur 4" in looked
    assert "Accept the result" in looked
    assert not ResultVersion.objects.exists()
    assert "Namur accepted, version 1" in accept_result(organisers, sent, made_result(sent)).content.decode()
    again = organisers.get(upload_result(organisers, sent, made_result(sent)).url).content.decode()
    assert "already been accepted" in again
    other = organisers.get(upload_result(organisers, sent, made_result(sent, seed="b")).url).content.decode()
    assert "Accept the correction" in other
    assert "<del>" in other
    assert "correction, 2" in accept_result(organisers, sent, made_result(sent, seed="b")).content.decode()
    first = ResultVersion.objects.get(number=1)
    assert "Restore this version" in organisers.get(f"{page}versions/{first.pk}/").content.decode()
    back = organisers.post(f"{page}versions/{first.pk}/restore/", follow=True).content.decode()
    assert "version 1 counts again" in back
    assert "back to 1" in organisers.get(page).content.decode()
    assert "imported by org" in back


def test_a_file_that_is_wrong_says_why(organisers, sent):
    data = json.loads(write_file(made_result(sent).to_data()))
    data["entries"][0]["total"] += 1
    file = SimpleUploadedFile("r.json", json.dumps(data).encode())
    answer = organisers.post(f"/desk/simultaneous/{sent.pk}/results/", {"file": file})
    assert answer.status_code == 422
    assert "Namur 1: the total is" in answer.content.decode()
    answer = organisers.post(f"/desk/simultaneous/{sent.pk}/results/", {})
    assert answer.status_code == 422


def test_the_merged_standings_are_shown_selected_and_saved(organisers, sent):
    page = f"/desk/simultaneous/{sent.pk}/"
    for club in ("Namur", "Liège"):
        accept_result(organisers, sent, made_result(sent, club=club, seed=club))
    shown = organisers.get(f"{page}standings/").content.decode()
    assert "Provisional standings" in shown
    assert shown.count('<th scope="row">') == 9
    some = organisers.get(f"{page}standings/", {"club": "Liège"}).content.decode()
    assert some.count('<th scope="row">') == 5
    assert "standings.pdf?club=Li%C3%A8ge" in some
    csv = organisers.get(f"{page}standings.csv", {"club": "Liège"}).content.decode("utf-8-sig").splitlines()
    assert csv[0].startswith("Rank,Of all,Name,Licence,Club,Series,Category,Country,Total,Negative,%,Tops")
    assert len(csv) == 6  # with the tops
    assert organisers.get(f"{page}standings.xlsx").content.startswith(b"PK")
    assert organisers.get(f"{page}standings.pdf").content.startswith(b"%PDF")
    assert organisers.get(f"{page}standings.doc").status_code == 404
    organisers.post(f"{page}settle/", {"merged_solos": "yes"})
    assert "Solos count across all clubs" in organisers.get(page).content.decode()
    organisers.post(f"{page}settle/", {"final": "yes"})
    assert "Final standings" in organisers.get(f"{page}standings/").content.decode()
    assert (
        "are final" in organisers.post(f"{page}settle/", {"merged_solos": "no"}, follow=True).content.decode()
    )
    organisers.post(f"{page}settle/", {"final": "no"})
    assert "Provisional standings" in organisers.get(f"{page}standings/").content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize("clubs", [1, 3])
def test_the_organisers_pages_ask_as_often_whatever_they_show(
    organisers, sent, clubs, django_assert_num_queries
):
    for number in range(clubs):
        accept_result(organisers, sent, made_result(sent, club=f"C{number}", seed=str(number)))
        organisers.post(f"/desk/simultaneous/{sent.pk}/clubs/", {"name": f"C{number}"})
    with django_assert_num_queries(10):
        organisers.get(f"/desk/simultaneous/{sent.pk}/")
    with django_assert_num_queries(8):
        organisers.get(f"/desk/simultaneous/{sent.pk}/standings/")


def test_a_game_without_results_is_taken_back(organisers, sent):
    page = f"/desk/simultaneous/{sent.pk}/"
    assert "Cancel this game" in organisers.get(page).content.decode()
    accept_result(organisers, sent, made_result(sent))
    assert "Cancel this game" not in organisers.get(page).content.decode()
    refused = organisers.post(f"{page}take-back/", follow=True).content.decode()
    assert "Clubs have sent results" in refused
    ResultVersion.objects.all().delete()
    answer = organisers.post(f"{page}take-back/", follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/simultaneous/"
    assert not Simultaneous.objects.exists()
    # The prepared game can be sent out again, or deleted.
    prepared = PreparedGame.objects.get()
    assert not prepared.is_simultaneous


# --- The club ---------------------------------------------------------------------------------------------------------


def bring(client, data):
    return client.post("/desk/envelopes/new/", {"file": SimpleUploadedFile("w.isotop", data)})


def test_an_envelope_is_brought_in_and_opened_with_its_code(desk, sent, arbitrator):
    answer = bring(desk, bytes(sent.envelope))
    page = answer.url
    shown = desk.get(page).content.decode()
    assert "The federation" in shown
    assert "Compare the fingerprint" in shown
    words = {line.word for line in short_record("fisf").rounds} | {
        line.rack for line in short_record("fisf").rounds
    }
    assert not [word for word in words if len(word) > 4 and word in shown]
    wrong = desk.post(page, {"code": "AAAA-AAAA-AAAA-AAAA-AA4K"})
    assert wrong.status_code == 422
    assert "does not open this envelope" in wrong.content.decode()
    assert "AAAA-AAAA-AAAA-AAAA-AA4K" in wrong.content.decode()
    opened = desk.post(page, {"code": code_of(sent).lower()}, follow=True)
    prepared = PreparedGame.objects.get(made_by=arbitrator)
    assert opened.redirect_chain == [(f"/desk/prepared/{prepared.pk}/", 302)]
    text = opened.content.decode()
    assert not [word for word in words if len(word) > 4 and word in text]
    assert "Send to clubs" not in text
    look = desk.post(f"/desk/prepared/{prepared.pk}/look/", follow=True).content.decode()
    assert "contents stay sealed" in look
    assert "opened" in desk.get("/desk/simultaneous/").content.decode()
    assert prepared.open_record().rounds == short_record("fisf").rounds


def test_before_its_hour_it_stays_shut(desk, organiser):
    sent, code = sent_by(organiser, opens_in=3600)
    page = bring(desk, bytes(sent.envelope)).url
    assert "Too early" in desk.get(page).content.decode()
    answer = desk.post(page, {"code": code})
    assert answer.status_code == 422
    assert "may not be opened before" in answer.content.decode()
    assert desk.post(f"{page}throw-away/", follow=True).status_code == 200
    assert not ReceivedEnvelope.objects.exists()


def test_other_files_are_no_envelopes(desk, sent):
    for data in (b"x", bytes(sent.envelope)[:-9], b"x" * 300_000):
        assert bring(desk, data).status_code == 422
    assert not ReceivedEnvelope.objects.exists()


def test_nobody_else_has_these_pages(desk, sent):
    page = bring(desk, bytes(sent.envelope)).url
    desk.force_login(User.objects.create_superuser("root"))
    assert desk.get(page).status_code == 404
    assert desk.get(f"/desk/simultaneous/{sent.pk}/").status_code == 404
    assert "World game" not in desk.get("/desk/simultaneous/").content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_asks_as_often_however_long(organisers, organiser, rows, django_assert_num_queries):
    for number in range(rows):
        other, _code = sent_by(organiser)
        bring(organisers, bytes(other.envelope))
        assert number < rows
    with django_assert_num_queries(10):
        organisers.get("/desk/simultaneous/")


@pytest.fixture
def finished(desk, sent, arbitrator):
    """End the club's game before its first round; test_result_review has complete ones."""
    prepared = desk.post(bring(desk, bytes(sent.envelope)).url, {"code": code_of(sent)}, follow=True).context[
        "prepared"
    ]
    game = game_services.create_game(
        name="Here",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=load_rule_set("classic"),
        prepared=prepared,
    )
    game_services.end_game(game=game, by=arbitrator)
    return Game.objects.get(pk=game.pk)


def test_a_result_that_is_none_says_why(desk, finished):
    page = f"/desk/{finished.code}/result/"
    assert f'href="{page}"' in desk.get(f"/desk/{finished.code}/").content.decode()
    assert "were not played: 3" in desk.get(page).content.decode()
    answer = desk.post(page, {"club": "Namur", "arbitrator": "Ann", "save": "yes"})
    assert answer.status_code == 422


def test_a_game_of_its_own_has_no_result(desk, game):
    assert "not part of a simultaneous game" in desk.get(f"/desk/{game.code}/result/").content.decode()
    assert f"/desk/{game.code}/result/" not in desk.get(f"/desk/{game.code}/").content.decode()


# --- The API ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def send(client, organisers, sent):
    """Return a function that posts a result as a club's server does."""
    answer = organisers.post(f"/desk/simultaneous/{sent.pk}/clubs/", {"name": "Namur"})
    token = answer.context["token"]

    def send_it(result, digest=sent.digest, token=token):
        return client.post(
            f"/api/v1/simultaneous/{digest}/results/",
            result if isinstance(result, str) else write_file(result.to_data()),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    return send_it


@pytest.mark.slow
def test_a_clubs_server_sends_its_result(send, sent):
    answer = send(made_result(sent))
    assert (answer.status_code, answer.json()) == (201, {"state": "first", "version": 1, "warnings": []})
    answer = send(made_result(sent))
    assert (answer.status_code, answer.json()["state"]) == (200, "again")
    answer = send(made_result(sent, seed="b"))
    assert (answer.status_code, answer.json()["state"], answer.json()["version"]) == (201, "correction", 2)
    assert send(made_result(sent, seed="c", players=300)).status_code == 201, "more than a phone may send"


def test_the_example_of_the_schema_is_a_result_that_is_taken(send, sent):
    """Post the very example, to a game of these rounds that has the example's digest."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    posting = schema["paths"]["/api/v1/simultaneous/{digest}/results/"]["post"]
    (example,) = posting["requestBody"]["content"]["application/json"]["examples"].values()
    digest = example["value"]["game"]
    Simultaneous.objects.filter(pk=sent.pk).update(digest=digest)
    answer = send(json.dumps(example["value"]), digest=digest)
    assert (answer.status_code, answer.json()) == (201, {"state": "first", "version": 1, "warnings": []})


def test_what_the_api_refuses_changes_nothing(send, sent, organiser):
    other, _code = sent_by(organiser)
    assert send(made_result(sent), token="x").status_code == 401
    assert send(made_result(sent), digest=other.digest).status_code == 404
    for body in (
        "[]",
        "{",
        '"x"',
        "3",
        write_file(made_result(other).to_data()),
        write_file(made_result(sent, club="Liège").to_data()),
    ):
        answer = send(body)
        assert answer.status_code in {400, 409}, body
        assert answer.json()["detail"]
    assert send("x" * 2_000_001).status_code == 413
    InvitedClub.objects.update(revoked_at=timezone.now() - timedelta(seconds=1))
    assert send(made_result(sent)).status_code == 401
    assert not ResultVersion.objects.exists()
