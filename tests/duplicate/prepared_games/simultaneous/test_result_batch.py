"""Many files with results at once: what each is, and one act that accepts all that can be."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from duplicate.models.simultaneous import InvitedClub, ResultFile, ResultVersion
from duplicate.prepared_games.clubs.organiser import invite_club, revoke_club, set_final
from duplicate.prepared_games.results.batch import accept_files, clear_files, keep_files, list_files, stamp_of
from duplicate.prepared_games.results.file_format import ResultRefused, write_file
from duplicate.prepared_games.results.review import (
    accept_file,
    accept_sent,
    keep_file,
    look_at,
    restore_version,
)
from duplicate.prepared_games.results.signature import sign_result
from duplicate.rounds.confirmations import MISSING_CLUBS
from tests.factories.simultaneous_clubs import made_result, sent_by
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tokens(sent, organiser):
    return {name: invite_club(sent=sent, name=name, by=organiser)[1] for name in ("Namur", "Liège", "Huy")}


def file_for(sent, tokens, club="Namur", seed="a", number=1, edit=None, token=""):
    data = made_result(sent, club=club, seed=seed).to_data()
    at = clock.now() + timedelta(minutes=number)
    data = json.loads(write_file(sign_result(data, token or tokens[club], number=number, sent_at=at)))
    if edit:
        edit(data)
    return json.dumps(data).encode()


def unsigned(sent, club="Namur", seed="a"):
    return write_file(made_result(sent, club=club, seed=seed).to_data()).encode()


def add_points(data):
    data["entries"][0]["total"] += 1


def keep(sent, organiser, *files):
    keep_files(sent=sent, files=[(f"{place}.json", data) for place, data in enumerate(files)], by=organiser)
    return list_files(sent, organiser)


def states(waiting):
    return {(one.kept.club, one.kept.refusal or one.state) for one in waiting}


def accept(sent, organiser):
    return accept_files(sent=sent, by=organiser, seen=stamp_of(list_files(sent, organiser)))


def test_two_contents_of_one_number_are_looked_at_alone(sent, organiser, tokens):
    """As after the club went back to a backup: its numbers begin again."""
    waiting = keep(sent, organiser, file_for(sent, tokens, seed="a"), file_for(sent, tokens, seed="b"))
    assert states(waiting) == {("Namur", "twice")}
    assert accept(sent, organiser).count == 0


@pytest.mark.parametrize("lines", [b"1;Ann;99999", b"x", b"1;Ann;0\n1;Bo;0"])
def test_refused_lines_name_the_club_that_they_name(sent, organiser, lines):
    waiting = keep(sent, organiser, b"# club: Rennes\n" + lines)
    assert states(waiting) == {("Rennes", "invalid")}


def test_lines_that_are_read_too_early_name_their_club(organiser):
    sent, _code = sent_by(organiser, rules="fisf", opens_in=3600)
    assert states(keep(sent, organiser, b"# club: Rennes\n1;Ann;0")) == {("Rennes", "invalid")}


def test_each_file_says_what_it_is_and_one_act_accepts_the_rest(sent, organiser, tokens):
    other, _code = sent_by(organiser, rules="fisf")
    waiting = keep(
        sent,
        organiser,
        file_for(sent, tokens),
        file_for(sent, tokens, "Liège", edit=add_points),
        unsigned(sent, "Huy"),
        unsigned(sent, "Mons"),
        unsigned(other, "Spa"),
        b"{}",
        b"1;Ann;10",
        file_for(sent, tokens, "Liège", token="not a token"),
    )
    assert states(waiting) == {
        ("Namur", "first"),
        ("Liège", "edited"),
        ("Huy", "unsigned"),
        ("Mons", "unknown_club"),
        ("Spa", "other_game"),
        ("", "invalid"),
        ("Liège", "token"),
    }
    edited = next(one.kept for one in waiting if one.kept.refusal == "edited")
    assert "The signature does not fit: Liège 1 at table 1." in edited.problems
    assert not ResultVersion.objects.exists()
    done = accept(sent, organiser)
    assert (done.count, done.left) == (1, 7)
    version = ResultVersion.objects.get()
    assert (version.club, version.number, version.sequence, version.by) == ("Namur", 1, 1, organiser)
    assert states(list_files(sent, organiser)) == states(waiting) - {("Namur", "first")}
    huy = next(one.kept for one in waiting if one.kept.club == "Huy")
    assert look_at(huy).doubt == "unsigned"
    assert accept_file(kept=huy, by=organiser).state == "first", "the organiser answers for it"
    clear_files(sent=sent, by=organiser)
    assert not ResultFile.objects.exists()


def test_an_older_file_is_never_a_correction(sent, organiser, tokens):
    newest, older = file_for(sent, tokens, seed="b", number=3), file_for(sent, tokens, number=2)
    keep(sent, organiser, newest)
    assert accept(sent, organiser).count == 1
    assert states(keep(sent, organiser, older)) == {("Namur", "older")}
    assert accept(sent, organiser).count == 0
    kept = keep_file(sent=sent, data=older, file_name="r.json", by=organiser)
    assert look_at(kept).state == "older"
    with pytest.raises(RuleViolation, match=r"number 2, of .*; number 3 has already arrived"):
        accept_file(kept=kept, by=organiser)
    club = InvitedClub.objects.get(name="Namur")
    with pytest.raises(RuleViolation) as refused:
        accept_sent(sent=sent, content=json.loads(older), via=club)
    assert refused.value.code == "result_older"
    assert accept_sent(sent=sent, content=json.loads(newest), via=club).state == "again"
    later = json.loads(file_for(sent, tokens, seed="c", number=4))
    assert accept_sent(sent=sent, content=later, via=club).state == "correction"
    assert ResultVersion.objects.count() == 2


def test_the_same_content_sent_later_makes_files_in_between_older(sent, organiser, tokens):
    keep(sent, organiser, file_for(sent, tokens, number=1))
    accept(sent, organiser)
    assert states(keep(sent, organiser, file_for(sent, tokens, number=3))) == {("Namur", "again")}
    accept(sent, organiser)
    assert ResultVersion.objects.get().sequence == 3
    assert states(keep(sent, organiser, file_for(sent, tokens, seed="b", number=2))) == {("Namur", "older")}


def test_going_back_is_not_undone_by_a_file_of_before(sent, organiser, tokens):
    first, second = file_for(sent, tokens, number=1), file_for(sent, tokens, seed="b", number=2)
    for data in (first, second):
        keep(sent, organiser, data)
        accept(sent, organiser)
    restore_version(version=ResultVersion.objects.get(number=1), by=organiser)
    assert states(keep(sent, organiser, second)) == {("Namur", "older")}
    assert states(keep(sent, organiser, file_for(sent, tokens, seed="c", number=3))) == {
        ("Namur", "older"),
        ("Namur", "correction"),
    }


def test_of_several_files_of_a_club_the_newest_counts(sent, organiser, tokens):
    waiting = keep(
        sent,
        organiser,
        file_for(sent, tokens, seed="a", number=1),
        file_for(sent, tokens, seed="b", number=2),
        file_for(sent, tokens, seed="b", number=2),
    )
    assert [one.state for one in waiting] == ["first", "older"], "the same file twice is one"
    accept(sent, organiser)
    assert ResultVersion.objects.get().digest == made_result(sent, seed="b").digest


def test_without_tokens_unsigned_files_are_accepted_unless_two_differ(sent, organiser):
    waiting = keep(
        sent,
        organiser,
        unsigned(sent),
        unsigned(sent, "Huy"),
        unsigned(sent, "Huy", seed="b"),
        unsigned(sent),
    )
    assert states(waiting) == {("Namur", "first"), ("Huy", "twice")}
    assert accept(sent, organiser).count == 1


def test_a_club_whose_token_is_of_an_earlier_release_cannot_sign(sent, organiser, tokens):
    InvitedClub.objects.filter(name="Namur").update(key_id="", sealed_token=None)
    assert states(keep(sent, organiser, unsigned(sent))) == {("Namur", "first")}


def test_a_revoked_token_signs_nothing(sent, organiser, tokens):
    revoke_club(club=InvitedClub.objects.get(name="Namur"), by=organiser)
    assert states(keep(sent, organiser, file_for(sent, tokens))) == {("Namur", "token")}


def test_a_token_signs_for_its_own_club_alone(sent, organiser, tokens):
    data = file_for(sent, tokens, "Liège", token=tokens["Namur"])
    assert states(keep(sent, organiser, data)) == {("Liège", "token")}
    with pytest.raises(ResultRefused, match="The token belongs to “Namur”"):
        keep_file(sent=sent, data=data, file_name="r.json", by=organiser)


def test_what_came_meanwhile_is_looked_at_again(sent, organiser, tokens):
    seen = stamp_of(keep(sent, organiser, file_for(sent, tokens)))
    accept_sent(
        sent=sent, content=made_result(sent, seed="b").to_data(), via=InvitedClub.objects.get(name="Namur")
    )
    with pytest.raises(RuleViolation) as refused:
        accept_files(sent=sent, by=organiser, seen=seen)
    assert refused.value.code == "files_overtaken"
    assert states(list_files(sent, organiser)) == {("Namur", "correction")}
    set_final(sent=sent, final=True, by=organiser, confirmed=[MISSING_CLUBS])
    with pytest.raises(RuleViolation) as refused:
        accept(sent, organiser)
    assert refused.value.code == "simultaneous_final"


def test_files_are_those_of_who_read_them(sent, organiser, tokens, stranger):
    keep(sent, organiser, file_for(sent, tokens))
    assert list_files(sent, stranger) == []
    with pytest.raises(RuleViolation, match="Somebody else"):
        clear_files(sent=sent, by=stranger)


@pytest.mark.parametrize("clubs", [2, 20])
def test_accepting_asks_as_often_however_many(sent, organiser, clubs, django_assert_max_num_queries):
    results = [unsigned(sent, f"Club {number}", seed=str(number)) for number in range(clubs)]
    keep(sent, organiser, *results)
    with django_assert_max_num_queries(22):
        assert accept(sent, organiser).count == clubs


def test_further_facts_of_players_travel_and_older_content_keeps_its_digest(sent):
    result = made_result(sent)
    (person,) = result.entries[0].people
    entry = replace(result.entries[0], people=(replace(person, committee="Wallonie", age_category="Senior"),))
    more = replace(result, entries=(entry, *result.entries[1:]))
    assert more.to_data()["entries"][0]["players"][0]["committee"] == "Wallonie"
    assert "committee" not in result.to_data()["entries"][0]["players"][0]
    assert "rounds_known" not in result.to_data()
