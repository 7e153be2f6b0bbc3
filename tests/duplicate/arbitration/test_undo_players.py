"""Undo of acts on players, racks and clocks, and its answers after another arbitrator's act."""

import io
import uuid
import zipfile

import pytest

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.attendance.absences import times_away
from duplicate.attendance.changes import presence_of
from duplicate.games import staff
from duplicate.games.players import services as player_services
from duplicate.log.log_view import log_as_json
from duplicate.log.messages import act_text
from duplicate.models import AuditLogEntry, Question, Slip
from duplicate.models.deck import DeckCard
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.website.archive.exporter import write_archive
from tests.factories.refusals import refusal_code
from tournaments.classic.models import DivisionEntry
from tournaments.errors import RuleViolation
from tournaments.events import check_in, tokens
from tournaments.models import Arbitrator, Entry, GameTable, Player, ResultLine, Team
from tournaments.people import privacy
from tournaments.people import services as people_services
from tournaments.time import clock
from tournaments.tokens import hash_token

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


def columns(entry):
    """Read the row of an entry again; return all its columns."""
    return Entry.objects.filter(pk=entry.pk).values().first()


def gist(game):
    """Return the players, and each rack with its clock."""
    players = game.event.entries.filter(withdrawn_at=None).values_list("table", "player__name")
    return list(players), list(game.rounds.values_list("rack", "remaining_ms"))


def do(name, game, by, entry):
    """Do an act on the player, the rack or the clock, by its name."""
    if name == "withdraw":
        player_services.withdraw_player(game=game, entry=entry, by=by)
    elif name == "back":
        player_services.bring_back_player(game=game, entry=entry, by=by)
    elif name == "remove":
        player_services.remove_player(game=game, entry=entry, by=by)
    elif name == "enter":
        player_services.add_player(game=game, name=entry.player.name, by=by)
    elif name == "draw":
        round_services.type_rack(game=game, rack="TRAINER", by=by)
    elif name == "draw another":
        round_services.type_rack(game=game, rack="SENATOR", by=by)
    elif name == "put back":
        round_services.put_back_rack(game=game, by=by)
    elif name == "pause":
        round_services.pause_clock(game=game, by=by)
    elif name == "go on":
        round_services.start_clock(game=game, by=by)


# The act before, an arbitrator's act, and the act with which another one takes it back.
TAKEN_BACK = [
    ("", "withdraw", "back"),
    ("withdraw", "back", "withdraw"),
    ("", "draw", "put back"),
    ("clock", "pause", "go on"),
    ("clock pause", "go on", "pause"),
    ("new", "enter", "remove"),
    ("", "remove", "enter"),
]


@pytest.fixture
def prepare(game, players, open_round, arbitrator, second_arbitrator):
    """Return a function that makes the state before the act, and returns the player."""

    def prepare_it(before):
        entry = players[0][0]
        for word in before.split():
            if word == "clock":
                open_round("TRAINER")
            elif word == "new":
                entry = Entry(event=game.event, player=Player.named("Nora Noon"))
            else:
                do(word, game, second_arbitrator, entry)
        return entry

    return prepare_it


@pytest.mark.repeats
@pytest.mark.parametrize(("before", "act", "taken_back"), TAKEN_BACK)
def test_what_another_one_took_back_is_undone_with_a_row(
    game, arbitrator, second_arbitrator, prepare, hands, before, act, taken_back
):
    entry = prepare(before)
    player_services.add_player(game=game, name="Extra", by=arbitrator)
    hands.move(1)
    do(act, game, arbitrator, entry)
    hands.move(1)
    do(
        taken_back,
        game,
        second_arbitrator,
        Entry.objects.filter(player__name=entry.player.name).first() or entry,
    )
    then = list(game.event.entries.values()), list(game.rounds.values())
    for undone in (act, "extra"):
        rows = game.log.count()
        undo.undo(game=game, by=arbitrator)
        assert game.log.count() > rows, "nothing may answer success without a row"
        if undone == act:
            assert (list(game.event.entries.values()), list(game.rounds.values())) == then
    assert not game.event.entries.filter(player__name="Extra").exists()
    for entry in game.log.all():
        assert act_text(entry.act, entry.params)


@pytest.mark.repeats
@pytest.mark.parametrize(("before", "act", "taken_back"), [case for case in TAKEN_BACK if case[1] != "enter"])
def test_what_another_one_took_back_can_be_done_again(
    game, arbitrator, second_arbitrator, prepare, hands, before, act, taken_back
):
    entry = prepare(before)
    do(act, game, arbitrator, entry)
    then = gist(game)
    do(taken_back, game, second_arbitrator, entry)
    undo.undo(game=game, by=arbitrator)
    rows = game.log.count()
    undo.redo(game=game, by=arbitrator)
    assert game.log.count() == rows + 1
    assert gist(game) == then


@pytest.mark.parametrize(
    ("before", "act", "since"),
    [
        ("", "withdraw", ("back", "withdraw")),
        ("", "draw", ("put back", "draw another")),
        ("clock", "pause", ("go on", "pause")),
        ("clock pause", "go on", ("pause", "go on")),
        ("new", "enter", ("remove", "enter")),
    ],
)
def test_what_another_one_did_anew_stays(
    game, arbitrator, second_arbitrator, prepare, hands, before, act, since
):
    entry = prepare(before)
    do(act, game, arbitrator, entry)
    for other in since:
        hands.move(1)
        do(
            other,
            game,
            second_arbitrator,
            Entry.objects.filter(player__name=entry.player.name).first() or entry,
        )
    then = list(game.event.entries.values()), list(game.rounds.values())
    if act == "enter":
        undo.undo(game=game, by=arbitrator)
        assert game.log.last().act == "undone"
    else:
        assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_overtaken"
    assert (list(game.event.entries.values()), list(game.rounds.values())) == then


def test_entering_a_pair_is_undone(game, arbitrator):
    before = list(game.event.entries.values())
    pair = player_services.add_player(game=game, name="Ann & Bob", by=arbitrator, phone=True).entry
    then = columns(pair)
    undo.undo(game=game, by=arbitrator)
    assert list(game.event.entries.values()) == before
    undo.redo(game=game, by=arbitrator)
    assert columns(pair) == then


def test_a_pair_that_became_another_one_stays(game, arbitrator, second_arbitrator):
    entry = player_services.add_player(game=game, name="Ann", by=arbitrator).entry
    player_services.set_partner(game=game, entry=entry, name="Bob", by=second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_overtaken"


@pytest.fixture
def expected(game, arbitrator):
    """Return one of two namesakes, who is expected and left out, in a group and a team, with a post and an
    earlier table.
    """
    event = game.event
    event.groups = ["Night"]
    event.save()
    namesakes = [people_services.Person("Zoe Zed", licence=number, club="X") for number in ("123", "124")]
    zoe, _other = [people_services.save_player(person) for person in namesakes]
    check_in.enter_people(event=event, players=[zoe.pk], by=arbitrator)
    entry = event.entries.get(player=zoe)
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    team = Team.objects.create(event=event, name="Reds", key="reds")
    event.entries.filter(pk=entry.pk).update(group="Night", team=team)
    event.posts.filter(user=arbitrator).update(entry=entry)
    GameTable.objects.create(game="BEFORE", entry=entry, table=7)
    return Entry.objects.get(pk=entry.pk)


def everything(game, entry):
    """Return the entry's row and all rows that refer to it; a team that went with its last member is a new
    one.
    """
    return (
        {name: value for name, value in columns(entry).items() if name != "team_id"},
        list(game.event.posts.values("user", "entry")),
        list(GameTable.objects.filter(entry=entry.pk).values("game", "table")),
        list(Team.objects.values("name", "key")),
        set(AuditLogEntry.objects.filter(entry=entry.pk).values_list("pk", flat=True)),
    )


@pytest.mark.parametrize("phone", [False, True])
def test_removal_is_undone_whole(game, players, arbitrator, expected, phone):
    if phone:
        tokens.issue_token(expected, claimed=True)
    then = everything(game, expected)
    for _turn in range(2):
        player_services.remove_player(game=game, entry=expected, by=arbitrator)
        game.event.teams.filter(entries=None).delete()
        undo.undo(game=game, by=arbitrator)
        *now, rows = everything(game, expected)
        assert tuple(now) == then[:-1]
        assert rows >= then[-1]
        undo.redo(game=game, by=arbitrator)
        assert columns(expected) is None
        undo.undo(game=game, by=arbitrator)
        assert everything(game, expected)[:-1] == then[:-1]


def test_the_phone_of_one_who_was_removed_goes_on(game, players, arbitrator):
    entry, token = players[0]
    player_services.remove_player(game=game, entry=entry, by=arbitrator)
    assert tokens.entry_for_token(token) is None
    undo.undo(game=game, by=arbitrator)
    assert tokens.entry_for_token(token) == entry


@pytest.mark.parametrize("since", ["table", "merged", "pair", "phone"])
def test_a_removal_that_cannot_be_undone_changes_nothing(game, players, arbitrator, second_arbitrator, since):
    entry, token = players[2]
    player_services.remove_player(game=game, entry=entry, by=arbitrator)
    if since == "table":
        player_services.add_player(game=game, name="Extra", table=entry.table, by=second_arbitrator)
    elif since == "merged":
        keep = people_services.save_player(people_services.Person("Olga Older"))
        people_services.merge_players(keep=keep, other=entry.player)
    elif since == "pair":
        player_services.add_player(
            game=game, name=f"{entry.full_name} & Extra", table=9, by=second_arbitrator
        )
    else:
        other = player_services.add_player(game=game, name="Extra", table=9, by=second_arbitrator).entry
        tokens.take_token(other, token)
    then, rows = list(game.event.entries.values()), game.log.count()
    wanted = "table_taken" if since == "table" else "undo_overtaken"
    assert refusal_code(undo.undo, game=game, by=arbitrator) == wanted
    assert (list(game.event.entries.values()), game.log.count()) == (then, rows)


def test_moments_are_as_before_and_an_absence_undone_never_was(game, players, arbitrator, hands):
    entry = players[0][0]
    here = columns(entry)
    hands.move(10)
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    away = columns(entry)
    hands.move(10)
    undo.undo(game=game, by=arbitrator)
    assert columns(entry) == here
    assert times_away(game) == {}
    hands.move(10)
    undo.redo(game=game, by=arbitrator)
    assert columns(entry) == away
    hands.move(10)
    player_services.bring_back_player(game=game, entry=entry, by=arbitrator)
    back = clock.now()
    assert times_away(game) == {entry.pk: [(away["withdrawn_at"], back)]}
    undo.undo(game=game, by=arbitrator)
    assert columns(entry) == away
    assert times_away(game) == {}


def test_who_came_when_brought_back_is_expected_again(game, players, arbitrator, expected, hands):
    then = columns(expected)
    hands.move(10)
    player_services.bring_back_player(game=game, entry=expected, by=arbitrator)
    assert presence_of(Entry.objects.get(pk=expected.pk))["arrived_at"]
    undo.undo(game=game, by=arbitrator)
    assert columns(expected) == then


@pytest.fixture
def olga(game, arbitrator, hands):
    """Return an expected player without a phone."""
    player = people_services.save_player(people_services.Person("Olga Old"))
    check_in.enter_people(event=game.event, players=[player.pk], by=arbitrator)
    hands.move(60)
    return game.event.entries.get(player=player)


def test_the_last_slip_undone_takes_the_arrival_with_it(
    game, olga, arbitrator, second_arbitrator, open_round, close_round, announce_top
):
    """The player came with another arbitrator's slip than the last one."""
    then = columns(olga)
    open_round("TRAINER")
    close_round()
    announce_top(1)
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    arbitration_services.give_top(game=game, entry=olga, by=arbitrator, number=1, reason="found")
    came = columns(olga)
    arbitration_services.give_top(game=game, entry=olga, by=second_arbitrator, number=2)
    undo.undo(game=game, by=arbitrator)
    assert columns(olga) == came
    undo.undo(game=game, by=second_arbitrator)
    assert columns(olga) == then
    undo.redo(game=game, by=second_arbitrator)
    assert columns(olga) == came


def test_who_had_been_left_out_is_again(game, olga, arbitrator, open_round, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    check_in.leave_out_absent(event=game.event, by=arbitrator)
    then = columns(olga)
    arbitration_services.give_top(game=game, entry=olga, by=arbitrator, number=1, reason="found")
    assert columns(olga)["withdrawn_at"] is None
    undo.undo(game=game, by=arbitrator)
    assert columns(olga) == then


def test_an_arrival_stays_where_a_phone_shows_it(game, olga, arbitrator, open_round):
    open_round("TRAINER")
    arbitration_services.give_top(game=game, entry=olga, by=arbitrator)
    slip_services.submit_slip(
        game=game,
        entry=olga,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=clock.now(),
    )
    came = columns(olga)
    undo.undo(game=game, by=arbitrator)
    assert columns(olga) == came


def test_a_dismissed_post_is_not_brought_back(game, players, arbitrator, second_arbitrator, expected):
    """A post that was removed meanwhile for another reason stays removed."""
    post = game.event.posts.get(user=second_arbitrator)
    game.event.posts.update(entry=None)
    game.event.posts.filter(pk=post.pk).update(entry=expected)
    player_services.remove_player(game=game, entry=expected, by=arbitrator)
    staff.dismiss(game=game, post=post, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert game.event.posts.filter(entry__isnull=False).count() == 0


def test_a_removal_keeps_or_refuses_all_that_refers_to_an_entry():
    """A new table that refers to entries must be kept by `player_changes`, or keep the entry from being removed."""
    kept = {(GameTable, "entry"), (Arbitrator, "entry"), (AuditLogEntry, "entry")}
    refused = {
        (Slip, "entry"),
        (Question, "entry"),
        (RoundArbitrator, "entry"),
        (ResultLine, "entry"),
        (DivisionEntry, "entry"),
        (DeckCard, "entry"),
    }
    relations = [each for each in Entry._meta.get_fields(include_hidden=True) if each.is_relation]
    referring = {(each.related_model, each.field.name) for each in relations if not each.concrete}
    assert referring == kept | refused


def test_what_was_removed_is_told_to_nobody(game, players, arbitrator):
    """The log keeps the hash of a phone's token, and neither files nor archives say it."""
    entry, token = players[0]
    player_services.remove_player(game=game, entry=entry, by=arbitrator)
    secret = hash_token(token)
    assert secret in str(game.log.last().params)
    assert secret not in log_as_json(game.log.all())
    archive = io.BytesIO()
    write_archive(game.event, archive)
    with zipfile.ZipFile(archive) as files:
        assert not any(secret in files.read(name).decode() for name in files.namelist())
    undo.undo(game=game, by=arbitrator)
    assert secret not in str(privacy.data_of(entry.player))


def test_an_arrival_stays_while_the_act_that_brought_it_does(
    game, olga, arbitrator, second_arbitrator, open_round, hands
):
    """That another slip counts, which says nothing of who is there, takes nobody's arrival; neither does redoing it."""
    open_round("TRAINER")
    none = arbitration_services.give_zero(game=game, entry=olga, by=second_arbitrator)
    hands.move(1)
    slip_services.key_slip(
        game=game, entry=olga, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    came = columns(olga)
    hands.move(1)
    arbitration_services.settle_conflict(
        game=game, entry=olga, by=second_arbitrator, slip=none, reason="misread"
    )
    assert columns(olga) == came
    undo.undo(game=game, by=second_arbitrator)
    undo.redo(game=game, by=second_arbitrator)
    assert columns(olga) == came
    undo.undo(game=game, by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert columns(olga)["arrived_at"] is None
    undo.redo(game=game, by=arbitrator)
    assert columns(olga) == came


def test_a_player_with_repeated_words_stays(game, olga, arbitrator, open_round):
    round_ = open_round("TRAINER")
    now = clock.now()
    DeckCard.objects.create(entry=olga, round=round_, due=now, seen_at=now, memory=1)
    with pytest.raises(RuleViolation, check=lambda error: error.code == "player_has_repeated"):
        player_services.remove_player(game=game, entry=olga, by=arbitrator)
