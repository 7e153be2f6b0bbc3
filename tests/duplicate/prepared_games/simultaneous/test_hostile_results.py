"""Results and lists of clubs that try to learn the game, to shut a club out, or to stop the program."""

import json
from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from duplicate.models.simultaneous import ResultFile, ResultVersion
from duplicate.prepared_games.clubs.clubs import clubs_in_list
from duplicate.prepared_games.clubs.organiser import invite_club, revoke_club
from duplicate.prepared_games.results import review
from duplicate.prepared_games.results.batch import accept_files, keep_files, list_files, stamp_of
from duplicate.prepared_games.results.file_format import ResultRefused
from duplicate.prepared_games.results.review import accept_file, accept_sent, keep_file
from duplicate.prepared_games.results.signature import sign_result
from tests.factories.simultaneous_clubs import made_result, sent_by
from tournaments.errors import RuleViolation
from tournaments.models import NAME_LENGTH, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]
AT = datetime(2026, 3, 3, 20, 15, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _full_turns():
    """Give each test all requests that a club has in a minute."""
    cache.clear()


def post(client, sent, token, content):
    return client.post(
        f"/api/v1/simultaneous/{sent.digest}/results/",
        content if isinstance(content, str) else json.dumps(content),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


def signed(result, token, number, sent_at=AT):
    return sign_result(result.to_data(), token, number=number, sent_at=sent_at)


def file_of(data):
    return json.dumps(data).encode()


def test_a_club_with_its_token_learns_no_top_before_the_hour(client, organiser):
    sent, _code = sent_by(organiser, rules="fisf", opens_in=3600)
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    guess = made_result(sent).to_data()
    tops, guess["tops"] = guess["tops"], [0] * len(guess["tops"])
    answer = post(client, sent, token, guess)
    assert (answer.status_code, answer.json()["code"]) == (409, "result_early")
    assert not any(f" {top}," in answer.json()["detail"] for top in tops)
    for data in (file_of(guess), b"1;Ann;9999"):
        with pytest.raises(RuleViolation, match="Results cannot be read before"):
            keep_file(sent=sent, data=data, file_name="r", by=organiser, club="Namur")


@pytest.mark.parametrize("said", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_impossible_time_of_a_file_is_refused(client, sent, organiser, said):
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    data = signed(made_result(sent), token, 1, datetime.fromisoformat(said))
    assert post(client, sent, token, data).status_code == 409
    keep_files(sent=sent, files=[("r.json", file_of(data))], by=organiser)
    assert ResultFile.objects.get().refusal == ResultFile.Refusal.EDITED


def test_a_file_of_a_token_that_was_revoked_meanwhile_is_not_accepted(sent, organiser):
    club, token = invite_club(sent=sent, name="Namur", by=organiser)
    data = file_of(signed(made_result(sent), token, 1))
    keep_files(sent=sent, files=[("r.json", data)], by=organiser)
    revoke_club(club=club, by=organiser)
    accept_files(sent=sent, by=organiser, seen=stamp_of(list_files(sent, organiser)))
    assert not ResultVersion.objects.exists()


def test_a_stolen_token_does_not_shut_its_club_out_for_ever(sent, organiser):
    _club, stolen = invite_club(sent=sent, name="Namur", by=organiser)
    thief = signed(made_result(sent, seed="thief"), stolen, 1_000_000_000)
    kept = keep_file(sent=sent, data=file_of(thief), file_name="r.json", by=organiser)
    accept_file(kept=kept, by=organiser)
    club, token = invite_club(sent=sent, name="Namur", by=organiser)
    honest = signed(made_result(sent), token, 2)
    assert accept_sent(sent=sent, content=honest, via=club).state == "correction"


def test_nobody_signs_for_a_club_whose_token_is_not_known(sent, organiser):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    type(club).objects.filter(pk=club.pk).update(sealed_token=None, key_id="")
    forged = signed(made_result(sent), "", 1)
    forged["signature"]["key"] = ""
    with pytest.raises(ResultRefused, match="no club"):
        keep_file(sent=sent, data=file_of(forged), file_name="r.json", by=organiser)


def test_a_club_learns_no_name_by_a_licence(client, sent, organiser):
    holder = Player.named("Zoé Holder")
    holder.licence = "NAMUR-1"
    holder.save()
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    answer = post(client, sent, token, made_result(sent).to_data())
    assert answer.status_code == 201
    assert "Holder" not in answer.content.decode()
    assert "NAMUR-1" in answer.content.decode().upper()


@pytest.mark.parametrize("text", ['name,club\n"' + "x" * 140_000, 'club;a\n"' + "x\n" * 140_000])
def test_a_list_of_clubs_with_an_endless_cell_is_refused(text):
    with pytest.raises(RuleViolation, match="cannot be read"):
        clubs_in_list(text.encode())


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["players"][0].update(name="A\ud800b"),
        lambda data: data["players"][0].update(name="A\0b"),
        lambda data: data["players"][0].update(series="\ud800"),
        lambda data: data["players"][0].update(licence="\ud800"),
        lambda data: data["players"][0].update(club="a\0"),
        lambda data: data.update(total=10**4000),
        lambda data: data.update(averages=[{"round": 1, "points": 10**4000, "why": "arbitrated"}]),
        lambda data: data.update(scores=float("nan")),
        lambda data: data.update(table=-1),
        lambda data: data["sanctions"].__setitem__(0, []),
        lambda data: data["sanctions"].__setitem__(0, {"none": 1}),
        lambda data: data.update(players=[[[]]]),
    ],
)
def test_odd_values_get_an_answer(client, sent, organiser, edit):
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    data = made_result(sent).to_data()
    edit(data["entries"][0])
    assert post(client, sent, token, data).status_code in {201, 409}
    assert post(client, sent, token, data | {"club": "Namur\ud800"}).status_code in {200, 409}
    assert post(client, sent, token, data | {"arbitrator": "\ud800"}).status_code in {200, 201, 409}
    assert post(client, sent, token, data | {"name": "\0"}).status_code in {200, 201, 409}


@pytest.mark.parametrize("sign", ["\ud800", "\0"])
@pytest.mark.parametrize(
    "edit",
    [
        lambda data, sign: data.update(game="other", name=f"World{sign}"),
        lambda data, sign: data["signature"].update(key=sign),
        lambda data, sign: data["signature"].update(head={sign: "x"}),
        lambda data, sign: data["entries"][0]["players"][0].update(name=f"Ann{sign}"),
        lambda data, sign: data["entries"][0].update(table=sign),
    ],
)
def test_a_file_with_signs_that_no_text_may_have_holds_up_no_other(client, sent, organiser, edit, sign):
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    data = signed(made_result(sent), token, 1)
    edit(data, sign)
    assert post(client, sent, token, data).status_code == 409
    fine = file_of(made_result(sent, "Liège").to_data())
    keep_files(sent=sent, files=[("r.json", file_of(data)), ("l.json", fine)], by=organiser)
    assert {one.club: one.refusal for one in ResultFile.objects.all()} == {"Namur": "invalid", "Liège": ""}


def test_a_deep_or_long_signature_gets_an_answer(client, sent, organiser):
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    data = signed(made_result(sent), token, 1)
    deep = json.dumps(data | {"tops": "@"}).replace('"@"', "[" * 900 + "]" * 900)
    assert post(client, sent, token, deep).status_code in {400, 409}
    data["signature"]["head"] = {"x" * 200_000: "y"}
    answer = post(client, sent, token, data)
    assert answer.status_code == 409
    assert len(answer.content) < 2000


@pytest.mark.parametrize(
    "lines",
    [
        b"0000000011234567;Ann;1",
        b"1;Ann;" + b"0" * 9 + b"9" * 5000,
        b"1;" + b"x" * 140_000 + b";1",
        "²;Ann;²".encode(),
    ],
)
def test_lines_with_odd_numbers_or_endless_cells_are_refused(sent, organiser, lines):
    with pytest.raises(ResultRefused):
        keep_file(sent=sent, data=lines, file_name="r.csv", by=organiser, club="Namur")
    keep_files(sent=sent, files=[("r.csv", lines)], by=organiser, club="Namur")
    assert ResultFile.objects.get().refusal == ResultFile.Refusal.INVALID


def test_lines_of_a_club_with_an_endless_name_are_cut(sent, organiser):
    lines = b"# club: " + b"x" * 5000 + b"\n1;Ann;1"
    assert len(keep_file(sent=sent, data=lines, file_name="r.csv", by=organiser).club) == NAME_LENGTH


def test_a_token_does_not_fill_the_disk(sent, organiser, monkeypatch):
    monkeypatch.setattr(review, "MOST_SENT", 2)
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    for seed in "ab":
        accept_sent(sent=sent, content=made_result(sent, seed=seed).to_data(), via=club)
    assert accept_sent(sent=sent, content=made_result(sent, seed="b").to_data(), via=club).state == "again"
    with pytest.raises(RuleViolation, match="has sent 2 results"):
        accept_sent(sent=sent, content=made_result(sent, seed="c").to_data(), via=club)
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    assert (
        accept_sent(sent=sent, content=made_result(sent, seed="c").to_data(), via=club).state == "correction"
    )
