"""A game sent by an organiser and received by a club: both sides' use cases."""

from datetime import timedelta
from itertools import islice

import pytest

from duplicate.games import services as game_services
from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.organiser import (
    club_for_token,
    code_of,
    invite_club,
    revoke_club,
    send_out,
    set_final,
    set_merged_solos,
    set_published,
    signing_key,
)
from duplicate.prepared_games.clubs.participant import (
    facts_of_envelope,
    import_envelope,
    open_received,
    throw_away,
)
from duplicate.prepared_games.clubs.selectors import envelopes_for
from duplicate.prepared_games.drawing.services import delete_prepared, look_inside, rename_prepared
from duplicate.rounds import services as round_services
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.factories.simultaneous_clubs import prepare_short, sent_by, short_record
from tests.factories.simultaneous_games import ROUNDS
from tournaments.errors import RuleViolation
from tournaments.lexicons.services import register_built_in
from tournaments.models import Lexicon
from tournaments.organisers.actions import act_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent_as():
    return {"rules": "classic"}


@pytest.fixture
def received(sent, arbitrator):
    return import_envelope(data=bytes(sent.envelope), by=arbitrator)


def test_the_key_is_made_once_and_its_fingerprint_told(sent, organiser):
    assert signing_key().private_bytes_raw() == signing_key().private_bytes_raw()
    header = envelope.read_header(bytes(sent.envelope))
    assert header.fingerprint == envelope.fingerprint_of(signing_key().public_key().public_bytes_raw())
    assert (header.name, header.organiser, header.rules) == ("World game", "The federation", "Classic")


def test_the_code_is_not_in_the_database_in_clear(sent):
    code = code_of(sent)
    assert code.encode() not in bytes(sent.sealed_code)
    assert code.encode() not in bytes(sent.envelope)


def test_another_cannot_send_it(organiser, arbitrator):
    prepared = prepare_short(organiser)
    with pytest.raises(RuleViolation, match="Somebody else has prepared"):
        send_out(prepared=prepared, name="x", organiser="y", opens_at=prepared.made_at, by=arbitrator)
    assert not Simultaneous.objects.exists()


def test_it_is_opened_with_its_code_and_played_by_the_organisers_rules(organiser, arbitrator):
    sent, code = sent_by(organiser, rules="fisf_blitz")
    received = import_envelope(data=bytes(sent.envelope), by=arbitrator)
    prepared = open_received(received=received, code=code.lower(), by=arbitrator)
    assert prepared.made_by == arbitrator
    assert prepared.name == "World game"
    assert prepared.open_record().rounds == short_record("fisf_blitz").rounds
    assert open_received(received=received, code="again, anything", by=arbitrator) == prepared
    game = game_services.create_game(
        name="Here",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        prepared=prepared,
    )
    assert game.rule_set == load_rule_set("fisf_blitz")
    assert (
        round_services.draw_rack(game=game, by=arbitrator).rack == short_record("fisf_blitz").rounds[0].rack
    )


def refused(act, **values):
    """Return the refusal of an act, after which nothing has changed."""
    before = list(ReceivedEnvelope.objects.values()), PreparedGame.objects.count()
    with pytest.raises(RuleViolation) as error:
        act(**values)
    assert (list(ReceivedEnvelope.objects.values()), PreparedGame.objects.count()) == before
    return error.value


def test_it_is_not_opened_before_its_hour(organiser, arbitrator, hands):
    sent, code = sent_by(organiser, opens_in=3600)
    received = import_envelope(data=bytes(sent.envelope), by=arbitrator)
    assert facts_of_envelope(received).too_early
    hands.move(3599)
    assert refused(open_received, received=received, code=code, by=arbitrator).code == "envelope_early"
    hands.move(1)
    assert open_received(received=received, code=code, by=arbitrator)


def test_a_wrong_code_opens_nothing(received, arbitrator):
    wrong = envelope.new_code()
    assert refused(open_received, received=received, code=wrong, by=arbitrator).code == "code_wrong"


def test_an_altered_file_is_not_brought_in(sent, arbitrator):
    data = bytearray(sent.envelope)
    data[200] ^= 1
    assert refused(import_envelope, data=bytes(data), by=arbitrator).code == "envelope_altered"


def test_one_that_is_damaged_here_says_so(sent, received, arbitrator):
    data = bytearray(received.data)
    data[-10] ^= 1
    ReceivedEnvelope.objects.update(data=bytes(data))
    received.refresh_from_db()
    error = refused(open_received, received=received, code=code_of(sent), by=arbitrator)
    assert error.code == "envelope_altered"


@pytest.mark.parametrize("change", [{"tile_set": "french"}, {"name": "collins"}])
def test_the_lexicon_must_have_the_same_words(sent, received, arbitrator, change):
    Lexicon.objects.update(**change)
    error = refused(open_received, received=received, code=code_of(sent), by=arbitrator)
    assert error.code == "envelope_lexicon"
    assert "english" in str(error)


def test_a_game_that_cannot_be_played_tells_nothing_of_its_racks(sent, received, arbitrator, monkeypatch):
    content = short_record().to_json().replace('"score": ', '"score": 1')
    monkeypatch.setattr(envelope, "open_envelope", lambda _data, _code: content)
    error = refused(open_received, received=received, code=code_of(sent), by=arbitrator)
    assert error.code == "envelope_unplayable"
    assert error.__cause__ is None
    assert error.__suppress_context__
    words = {line.word for line in short_record().rounds} | {line.rack for line in short_record().rounds}
    assert not [word for word in words if word in str(error)]


def test_brought_in_twice_it_is_there_once(sent, received, arbitrator):
    assert import_envelope(data=bytes(sent.envelope), by=arbitrator) == received
    assert envelopes_for(arbitrator).count() == 1


@pytest.mark.slow
def test_a_second_envelope_of_a_known_organiser_is_told(organiser, sent, received, arbitrator):
    other, _code = sent_by(organiser)
    second = import_envelope(data=bytes(other.envelope), by=arbitrator)
    assert not facts_of_envelope(second).known
    open_received(received=received, code=code_of(sent), by=arbitrator)
    assert facts_of_envelope(second).known


def test_an_unopened_one_may_be_thrown_away(sent, received, arbitrator, stranger):
    assert refused(throw_away, received=received, by=stranger).code == "envelope_gone"
    prepared = open_received(received=received, code=code_of(sent), by=arbitrator)
    assert refused(throw_away, received=received, by=arbitrator).code == "envelope_opened"
    for act in (
        lambda: delete_prepared(prepared=prepared, by=arbitrator),
        lambda: rename_prepared(prepared=prepared, name="x", by=arbitrator),
    ):
        assert refused(act).code == "prepared_simultaneous"


def test_nobody_looks_inside_before_it_is_played(sent, received, arbitrator):
    prepared = open_received(received=received, code=code_of(sent), by=arbitrator)
    assert refused(look_inside, prepared=prepared, by=arbitrator).code == "received_not_played"
    game = game_services.create_game(
        name="Here",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        prepared=prepared,
    )
    assert refused(look_inside, prepared=prepared, by=arbitrator).code == "received_not_played"
    game_services.end_game(game=game, by=arbitrator)
    assert len(look_inside(prepared=prepared, by=arbitrator).rounds) == ROUNDS
    assert prepared.looks.count() == 1


def test_who_received_a_game_does_not_send_it_on(sent, received, arbitrator, hands):
    prepared = open_received(received=received, code=code_of(sent), by=arbitrator)
    error = refused(
        send_out,
        prepared=prepared,
        name="x",
        organiser="y",
        opens_at=hands.now + timedelta(hours=1),
        by=arbitrator,
    )
    assert error.code == "received_not_yours"


def test_a_club_is_known_by_its_token_until_another_is_given_or_it_is_revoked(sent, organiser, stranger):
    club, token = invite_club(sent=sent, name="Namur", by=organiser)
    assert club_for_token(token) == club
    assert token not in str(list(sent.invited.values()))
    again, newer = invite_club(sent=sent, name="  NAMUR ", by=organiser)
    assert club_for_token(token) is None
    assert club_for_token(newer) == again
    with pytest.raises(RuleViolation, match="Somebody else organises"):
        revoke_club(club=again, by=stranger)
    revoke_club(club=again, by=organiser)
    assert club_for_token(newer) is None
    with pytest.raises(RuleViolation, match="name of the club"):
        invite_club(sent=sent, name="  ", by=organiser)


def test_only_the_organiser_says_it_is_final(sent, organiser, stranger):
    with pytest.raises(RuleViolation, match="Somebody else organises"):
        set_final(sent=sent, final=True, by=stranger)
    set_final(sent=sent, final=True, by=organiser)
    sent.refresh_from_db()
    assert sent.final_at


@pytest.mark.parametrize(
    ("act", "field", "sentences"),
    [
        (
            set_final,
            "final",
            ["“World game”: standings released as final", "“World game”: standings provisional again"],
        ),
        (
            set_published,
            "published",
            ["“World game”: standings published", "“World game”: standings no longer published"],
        ),
        (
            set_merged_solos,
            "merged_solos",
            ["“World game”: solos count across all clubs", "“World game”: solos do not count"],
        ),
    ],
)
def test_an_act_on_the_standings_is_a_row_of_the_log(sent, organiser, stranger, act, field, sentences):
    acts = sent.prepared.organiser.acts
    before = acts.count()
    with pytest.raises(RuleViolation):
        act(sent=sent, by=stranger, **{field: True})
    for value in (False, True, True, False):
        act(sent=sent, by=organiser, **{field: value})
    rows = list(acts.all())[before:]
    assert [(row.by, act_text(row)) for row in rows] == [(organiser, sentence) for sentence in sentences]


def test_the_same_words_have_one_fingerprint_whatever_they_are_called(english):
    from engine.lexicon import build_lexicon, load_lexicon
    from engine.tiles import load_tile_set

    tiles = load_tile_set("english")
    words = list(islice(english.words(), 2000))
    some = build_lexicon(words, tiles, "english").fingerprint
    assert build_lexicon(reversed(words), tiles, "other").fingerprint == some
    assert build_lexicon(words[1:], tiles, "english").fingerprint != some
    assert load_lexicon("english").fingerprint == english.fingerprint
    assert register_built_in().name == "english"
