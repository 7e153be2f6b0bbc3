"""Results as they reach the organiser: accepted once, corrected, gone back from; and a club's own, from its game."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from duplicate.arbitration import services as arbitration_services
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Ruling, Slip
from duplicate.models.simultaneous import ResultFile, ResultVersion
from duplicate.prepared_games.clubs.organiser import code_of, invite_club, revoke_club, set_final
from duplicate.prepared_games.clubs.participant import import_envelope, open_received
from duplicate.prepared_games.clubs.selectors import newest_versions
from duplicate.prepared_games.results.club_result import result_of_game, send_result
from duplicate.prepared_games.results.file_format import ResultRefused, parse_file, read_result, write_file
from duplicate.prepared_games.results.review import (
    accept_file,
    accept_sent,
    keep_file,
    last_version,
    look_at,
    restore_version,
)
from duplicate.prepared_games.results.standings import FieldSelection, merged_standings
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.bench import simultaneous
from tests.factories.fake_results import added_up, made_up_result
from tests.factories.simultaneous_clubs import sent_by, short_record
from tests.factories.simultaneous_games import ROUNDS
from tournaments.errors import RuleViolation
from tournaments.models import Player
from tournaments.time import clock

pytestmark = pytest.mark.django_db


def result_for(sent, club="Namur", players=4, seed="a"):
    tops = [line.score for line in short_record("fisf").rounds]
    return made_up_result(
        game=sent.digest, club=club, tops=tops, rules=load_rule_set("fisf"), players=players, seed=seed
    )


def bring(sent, result, by):
    kept = keep_file(sent=sent, data=write_file(result.to_data()).encode(), file_name="r.json", by=by)
    return accept_file(kept=kept, by=by)


def test_a_result_is_accepted_once_and_a_different_one_is_a_correction(sent, organiser):
    first, other = result_for(sent), result_for(sent, seed="b")
    assert bring(sent, first, organiser).state == "first"
    again = bring(sent, first, organiser)
    assert (again.state, again.version.number) == ("again", 1)
    correction = bring(sent, other, organiser)
    assert (correction.state, correction.version.number, correction.version.by) == (
        "correction",
        2,
        organiser,
    )
    assert [version.number for version in ResultVersion.objects.all()] == [1, 2]
    assert merged_standings(sent).lines[0].line.total == max(
        entry.total - entry.solo_points for entry in other.entries
    )


def test_one_goes_back_to_an_earlier_version_by_a_further_one(sent, organiser, stranger):
    first, other = result_for(sent), result_for(sent, seed="b")
    bring(sent, first, organiser)
    bring(sent, other, organiser)
    one = ResultVersion.objects.get(number=1)
    with pytest.raises(RuleViolation, match="Somebody else"):
        restore_version(version=one, by=stranger)
    third = restore_version(version=one, by=organiser)
    assert (third.number, third.restores, third.digest, third.by) == (3, one, first.digest, organiser)
    assert restore_version(version=one, by=organiser) == third, "it counts already"
    assert bring(sent, first, organiser).state == "again"
    assert ResultVersion.objects.count() == 3


def test_a_look_says_what_accepting_would_do(sent, organiser):
    first = result_for(sent)
    kept = keep_file(sent=sent, data=write_file(first.to_data()).encode(), file_name="r.json", by=organiser)
    assert (look_at(kept).state, look_at(kept).before) == ("first", None)
    assert not ResultVersion.objects.exists()
    accept_file(kept=kept, by=organiser)
    assert not ResultFile.objects.exists()
    other = replace(result_for(sent, seed="b"), club="NÀMUR")
    kept = keep_file(sent=sent, data=write_file(other.to_data()).encode(), file_name="r.json", by=organiser)
    assert (look_at(kept).state, look_at(kept).before) == ("correction", first), "one club, however written"


def test_what_was_looked_at_beside_another_version_is_not_accepted(sent, organiser):
    file = result_for(sent)
    kept = keep_file(sent=sent, data=write_file(file.to_data()).encode(), file_name="r.json", by=organiser)
    seen = look_at(kept).number
    assert seen == 0
    ResultVersion.objects.create(
        simultaneous=sent,
        club_key="namur",
        club="Namur",
        number=1,
        content=result_for(sent, seed="b").to_data(),
        digest=result_for(sent, seed="b").digest,
        by=organiser,
        arrived_at=clock.now(),
    )
    with pytest.raises(RuleViolation) as refused:
        accept_file(kept=kept, by=organiser, seen=seen)
    assert refused.value.code == "result_overtaken"
    assert ResultVersion.objects.count() == ResultFile.objects.count() == 1
    assert look_at(kept).number == 1
    assert accept_file(kept=kept, by=organiser, seen=1).state == "correction"


def test_lines_of_other_programs_are_a_result_too(sent, organiser):
    lines = b"Table;Name;Score\n1;Ann Lee;100;A1\n2;Bo & Cy;42"
    with pytest.raises(RuleViolation, match="do not name their club"):
        keep_file(sent=sent, data=lines, file_name="r.csv", by=organiser)
    with pytest.raises(ResultRefused, match="Line 2"):
        keep_file(sent=sent, data=b"1;Ann;1\n2;Bo;x", file_name="r.csv", by=organiser, club="Liège")
    assert not ResultFile.objects.exists()
    bring(sent, result_for(sent), organiser)
    kept = keep_file(sent=sent, data=lines, file_name="r.csv", by=organiser, club="Liège")
    assert look_at(kept).state == "first"
    assert accept_file(kept=kept, by=organiser).version.club == "Liège"
    totals = {
        line.line.competitor.name: line.line.total
        for line in merged_standings(sent, FieldSelection("Liège")).lines
    }
    assert totals == {"Ann Lee": 100, "Bo & Cy": 42}


def test_a_result_of_another_game_is_refused(sent, organiser):
    other, _code = sent_by(organiser, rules="fisf")
    with pytest.raises(ResultRefused, match="another game"):
        bring(sent, result_for(other), organiser)
    assert not ResultFile.objects.exists()


def test_final_standings_take_nothing_but_acknowledge_what_they_have(sent, organiser):
    first = result_for(sent)
    version = bring(sent, first, organiser).version
    set_final(sent=sent, final=True, by=organiser)
    with pytest.raises(RuleViolation, match="final"):
        bring(sent, result_for(sent, seed="b"), organiser)
    assert bring(sent, first, organiser).state == "again"
    with pytest.raises(RuleViolation, match="final"):
        restore_version(version=version, by=organiser)
    assert ResultVersion.objects.count() == 1
    assert merged_standings(_fresh(sent)).final
    set_final(sent=sent, final=False, by=organiser)
    assert bring(sent, result_for(sent, seed="b"), organiser).state == "correction"


def _fresh(row):
    row.refresh_from_db()
    return row


def test_a_clubs_server_sends_its_own_result_alone(sent, organiser):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    content = result_for(sent).to_data()
    arrival = accept_sent(sent=sent, content=content, via=club)
    assert (arrival.state, arrival.version.via, arrival.version.by) == ("first", club, None)
    assert accept_sent(sent=sent, content=content, via=club).state == "again"
    with pytest.raises(ResultRefused, match="token belongs to “Namur”"):
        accept_sent(sent=sent, content=result_for(sent, club="Liège").to_data(), via=club)
    revoke_club(club=club, by=organiser)
    with pytest.raises(RuleViolation, match="revoked"):
        accept_sent(sent=sent, content=result_for(sent, seed="b").to_data(), via=club)
    assert ResultVersion.objects.count() == 1


def test_odd_licences_are_told_and_hold_nothing_up(sent, organiser):
    result = result_for(sent)
    holder = Player.named("Zoé Holder")
    holder.licence = "NAMUR-1"
    holder.save()
    same = Player.named("Namur 2")
    same.licence = "Namur-2"
    same.save()
    twice = replace(result.entries[3].people[0], licence="NAMUR-3")
    result = replace(result, entries=(*result.entries[:3], replace(result.entries[3], people=(twice,))))
    arrival = bring(sent, result, organiser)
    assert arrival.state == "first"
    assert arrival.warnings == (
        "Licence Namur-1 of Namur 1 belongs to Zoé Holder here.",
        "Licence NAMUR-3 appears twice: Namur 3 and Namur 4.",
    )


@pytest.mark.parametrize("clubs", [1, 3])
def test_merging_asks_as_often_however_many_clubs(sent, organiser, clubs, django_assert_num_queries):
    for number in range(clubs):
        bring(sent, result_for(sent, club=f"C{number}", seed=str(number)), organiser)
    with django_assert_num_queries(1):
        assert len(merged_standings(sent).lines) == 4 * clubs
    assert sorted(version.club for version in newest_versions(sent).values()) == [
        f"C{number}" for number in range(clubs)
    ]


def test_the_bench_leaves_nothing_behind(built_in):
    out = StringIO()
    call_command(simultaneous.Command(), clubs=2, players=3, rounds=2, stdout=out)
    assert "merged: 6 lines" in out.getvalue()
    assert "1 query" in out.getvalue()
    assert not ResultVersion.objects.exists()
    assert not User.objects.exists()


# --- The club's own ---------------------------------------------------------------------------------------------------


@pytest.fixture
def played(sent, arbitrator, close_round):
    """Play the game in a club: Mona has all tops, Noah only the first, with a penalty; Olga has nothing."""
    received = import_envelope(data=bytes(sent.envelope), by=arbitrator)
    prepared = open_received(received=received, code=code_of(sent), by=arbitrator)
    game = game_services.create_game(
        name="Here",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        prepared=prepared,
    )
    entries = [
        player_services.add_player(game=game, name=name, by=arbitrator).entry
        for name in ("Mona", "Noah", "Olga")
    ]
    Player.objects.filter(name="Mona").update(licence="111", series="3B", country="BE", birth_year=1980)
    for number in range(1, ROUNDS + 1):
        round_services.draw_rack(game=game, by=arbitrator)
        round_services.open_round(game=game, by=arbitrator)
        round_services.start_clock(game=game, by=arbitrator)
        close_round()
        closing.make_up_for_background()
        round_ = game.rounds.in_progress().get()
        round_services.top_search.find_top(round_.pk)
        round_.refresh_from_db()
        for entry in entries[: 2 if number == 1 else 1]:
            arbitration_services.give_top(game=game, entry=entry, number=number, by=arbitrator)
        if number == 1:
            arbitration_services.mark_penalty(game=game, entry=entries[1], number=1, by=arbitrator)
        top = next(top for top in round_.tops if top["preferred"])
        round_services.announce(
            game=game,
            number=number,
            reference=top["reference"],
            word=top["word"],
            by=arbitrator,
            confirmed=EVERYTHING,
        )
    return Game.objects.get(pk=game.pk)


@pytest.mark.slow
def test_a_club_makes_its_result_of_its_game_and_the_organiser_takes_it(played, sent, organiser, arbitrator):
    result = result_of_game(played, club=" Namur ", arbitrator="Ann")
    assert (result.club, result.arbitrator, result.game) == ("Namur", "Ann", sent.digest)
    tops = [line.score for line in short_record("fisf").rounds]
    assert list(result.tops) == tops
    mona, noah, olga = result.entries
    assert (mona.people[0].licence, mona.people[0].country, mona.people[0].birth_year) == ("111", "BE", 1980)
    assert (mona.total, mona.negative, mona.tops) == (sum(tops), 0, ROUNDS)
    assert (noah.total, noah.scores.penalised) == (tops[0] - 5, (0,))
    assert olga.total == 0
    assert bring(sent, result, organiser).state == "first"
    assert [line.people[0].name for line in merged_standings(sent).lines] == ["Mona", "Noah", "Olga"]
    assert read_result(parse_file(write_file(result.to_data()).encode())).digest == result.digest


def test_an_organisers_own_club_plays_it_too(sent, organiser):
    game = game_services.create_game(
        name="Ours",
        by=organiser,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        prepared=sent.prepared,
    )
    assert game.rule_set == load_rule_set("fisf")
    with pytest.raises(RuleViolation, match="when the game is over"):
        result_of_game(game, club="Ours", arbitrator="")


def test_a_game_that_left_its_path_has_no_result(played, arbitrator):
    played.rounds.filter(number=2).update(rack="AEINRST")
    with pytest.raises(RuleViolation, match="not played as prepared"):
        result_of_game(played, club="Namur", arbitrator="")


def test_a_game_cut_short_has_no_result(played):
    Ruling.objects.filter(slip__round__number=ROUNDS).delete()
    Slip.objects.filter(round__number=ROUNDS).delete()
    played.rounds.filter(number=ROUNDS).delete()
    with pytest.raises(RuleViolation, match="not played: 1"):
        result_of_game(played, club="Namur", arbitrator="")


def test_any_other_game_has_no_result(game):
    with pytest.raises(RuleViolation, match="not part of a simultaneous"):
        result_of_game(game, club="Namur", arbitrator="")


def test_an_envelope_without_a_server_is_answered_by_file(played, arbitrator):
    result = result_of_game(played, club="Namur", arbitrator="")
    with pytest.raises(RuleViolation, match="names no server"):
        send_result(game=played, result=result, token="x", by=arbitrator)


def test_what_one_adds_by_hand_to_a_file_is_seen(played, sent, organiser):
    data = json.loads(write_file(result_of_game(played, club="Namur", arbitrator="").to_data()))
    data["entries"][2]["total"] += 10
    with pytest.raises(ResultRefused, match="Olga: the total is 0, not 10"):
        keep_file(sent=sent, data=json.dumps(data).encode(), file_name="r.json", by=organiser)
    assert last_version(sent, "Namur") is None


def test_sums_are_those_of_the_organisers_rules(sent, organiser):
    """A club that counted by other rules (no free warnings) has other totals."""
    result = result_for(sent, players=1)
    warned = replace(result.entries[0].scores, warned=(0, 1, 2), penalised=())
    result = replace(result, entries=(replace(result.entries[0], scores=warned),))
    rules = load_rule_set("fisf")
    dear = replace(rules, sanctions=replace(rules.sanctions, free_warnings=0))
    with pytest.raises(ResultRefused, match="points lost by warnings is 0, not 15"):
        bring(sent, added_up(result, dear), organiser)
