"""Random acts on rounds, their clock, slips and rulings. Each tells what it tries before it does it."""

from duplicate.arbitration import bulk_top, corrections, questions
from duplicate.arbitration import services as arbitration_services
from duplicate.games import services as game_services
from duplicate.games import staff
from duplicate.models import Question, Round, Ruling, Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from tests.walk.world import CannotBe, named


def draw(world):
    by = world.arbitrator()
    world.tell(f"{by} draws a rack")
    round_services.draw_rack(game=world.game, by=by)


def put_back(world):
    by = world.arbitrator()
    world.tell(f"{by} puts the rack back")
    round_services.put_back_rack(game=world.game, by=by)


def change_rack(world):
    by, current = world.arbitrator(), world.current()
    world.at_times(0.3)
    rack = current.rack.replace("+", "") if current else "TRAINER"
    world.tell(f"{by} changes the rack to {rack}")
    corrections.change_rack(game=world.game, rack=rack, reason="misread", by=by)


def open_round(world):
    by = world.arbitrator()
    world.tell(f"{by} opens the round")
    round_services.open_round(game=world.game, by=by)


def start(world):
    by = world.arbitrator()
    world.tell(f"{by} starts the clock")
    round_services.start_clock(game=world.game, by=by)


def pause(world):
    by = world.arbitrator()
    world.tell(f"{by} pauses the clock")
    round_services.pause_clock(game=world.game, by=by)


def extend(world):
    by, seconds = world.arbitrator(), world.chance.choice([10, 60])
    world.tell(f"{by} adds {seconds} seconds")
    round_services.extend_clock(game=world.game, seconds=seconds, by=by)


def end_round(world):
    by = world.arbitrator()
    world.tell(f"{by} ends the round")
    round_services.end_round(game=world.game, by=by, confirmed=EVERYTHING)


def let_time_pass(world):
    seconds = world.chance.choice([1, 20, 178, 181, 182, 183, 400])
    closes, judges = world.chance.random() < 0.8, world.chance.random() < 0.5
    world.tell(f"{seconds} seconds pass{'' if closes else ', and nobody closes the round'}")
    world.pass_time(seconds)
    if closes:
        closing.close_overdue_rounds()
    for round_ in world.game.rounds.filter(state=Round.State.CLOSED) if judges else ():
        closing.judge_round(round_.pk)


def announce(world):
    current, by = world.current(), world.arbitrator()
    if current is None:
        raise CannotBe
    moves = world.moves(current)
    best = world.chance.random() < 0.7
    word, reference, _score = (moves[0] if best else world.chance.choice(moves)) if moves else ("", "", 0)
    world.tell(f"{by} announces {word} {reference} in round {current.number}")
    round_services.announce(
        game=world.game, number=current.number, reference=reference, word=word, by=by, confirmed=EVERYTHING
    )


def send_slip(world):
    """Send a phone's slip; at times send an earlier one again, as after a lost answer."""
    current, entry = world.current(), world.entry()
    if current is None or current.state == Round.State.DRAWN:
        raise CannotBe
    sent = list(entry.slips.filter(round=current, source=Slip.Source.PHONE).order_by("pk"))
    if sent and world.chance.random() < 0.3:
        again = world.chance.choice(sent)
        client_id = again.client_id if world.chance.random() < 0.5 else world.client_id()
        written = again.word, again.reference, again.stated_score
    else:
        client_id, written = world.client_id(), world.writing(current)
    send(world, current, entry, client_id, written, world.now)


def send(world, round_, entry, client_id, written, received_at):
    word, reference, score = written
    world.tell(f"{named(entry)} sends {word} {reference} {score} for round {round_.number}")
    decided = _decided_by_hand(entry, round_)
    handed_in = slip_services.submit_slip(
        game=world.game,
        entry=entry,
        client_id=client_id,
        number=round_.number,
        word=word,
        reference=reference,
        score=score,
        received_at=received_at,
    )
    world.promise(handed_in.slip)
    if decided is not None:
        now = _decided_by_hand(entry, round_)
        assert now == decided, f"a phone changed what an arbitrator decided: {decided} became {now}"


def _decided_by_hand(entry, round_):
    """Return an arbitrator's decision on a player's round: (score, sanction, solo) of the last ruling, if
    that differs from the program's. A mark that was taken back is no decision any more.
    """
    slip = Slip.objects.filter(entry=entry, round=round_, effective=True).first()
    rulings = (
        [(one.by_id, (one.score, one.sanction, one.solo)) for one in slip.rulings.order_by("pk")]
        if slip
        else []
    )
    if not rulings or rulings[-1][0] is None:
        return None
    own = [said for by, said in rulings if by is None]
    return None if rulings[-1][1] in own else rulings[-1][1]


def key_slip(world):
    round_, by, entry = world.round_out(), world.arbitrator(), world.entry()
    word, reference, score = world.writing(round_)
    illegible = world.chance.random() < 0.1
    world.tell(f"{by} keys {word} {reference} {score} for {named(entry)}, round {round_.number}")
    slip_services.key_slip(
        game=world.game,
        entry=entry,
        word=word,
        reference=reference,
        stated_score=score,
        by=by,
        number=round_.number,
        illegible=illegible,
        reason=reason_for(round_),
    )


def reason_for(round_):
    return "a reason" if round_.state == Round.State.ANNOUNCED else ""


# Rulings that are also possible for players who have handed in nothing.
WITHOUT_SLIP = {arbitration_services.give_top, arbitration_services.give_zero}


def _rule(world, what, function, **more):
    round_, by = world.round_out(), world.arbitrator()
    entry = world.entry() if function in WITHOUT_SLIP else world.entry_with_slip(round_)
    world.tell(f"{by}: {what} for {named(entry)}, round {round_.number}")
    where = {"reason": reason_for(round_)} | more
    function(game=world.game, entry=entry, by=by, number=round_.number, **where)


def give_top(world):
    _rule(world, "top", arbitration_services.give_top)


def give_zero(world):
    _rule(world, "zero", arbitration_services.give_zero)


def mark_warning(world):
    _rule(world, "warning", arbitration_services.mark_warning)


def mark_penalty(world):
    _rule(world, "penalty", arbitration_services.mark_penalty)


def mark_solo(world):
    _rule(world, "solo", arbitration_services.mark_solo)


def overrule(world):
    score = world.chance.randrange(25)
    sanction = world.chance.choice([Ruling.Sanction.NONE, Ruling.Sanction.WARNING])
    _rule(
        world,
        f"overruled to {score}, {sanction}",
        arbitration_services.overrule,
        score=score,
        sanction=sanction,
        reason="as seen",
    )


def settle(world):
    waiting = Slip.objects.filter(round__game=world.game, in_conflict=True)
    one = world.one_of(
        list(waiting.select_related("entry__player", "entry__partner", "round").order_by("pk"))
    )
    if world.chance.random() < 0.5:
        one = Slip.objects.select_related("entry__player", "entry__partner", "round").get(
            round=one.round, entry=one.entry, effective=True
        )
    by = world.arbitrator()
    world.tell(f"{by} lets {one} count for {named(one.entry)}, round {one.round.number}")
    arbitration_services.settle_conflict(
        slip=one, game=world.game, entry=one.entry, by=by, number=one.round.number, reason="looked at"
    )


def check_keyed(world):
    """Key again, as the second arbitrator, what the first one has keyed."""
    current = world.current()
    keyed = Slip.objects.filter(round=current, effective=True, source=Slip.Source.DESK, checked_by=None)
    slip = world.one_of(list(keyed.select_related("entry__player", "entry__partner").order_by("pk")))
    by = world.one_of(
        [user for user in world.users if user.pk != slip.keyed_by_id and world.is_at_desk(user)]
    )
    world.tell(f"{by} keys the same for {named(slip.entry)}, round {current.number}")
    where = {"game": world.game, "entry": slip.entry, "by": by, "number": current.number}
    if slip.says_top:
        arbitration_services.give_top(**where)
    elif slip.word:
        slip_services.key_slip(
            **where,
            word=slip.word,
            reference=slip.reference,
            stated_score=slip.stated_score,
            illegible=slip.illegible,
        )
    else:
        arbitration_services.give_zero(**where)


def rest_have_top(world):
    round_, by = world.round_out(), world.arbitrator()
    world.tell(f"{by}: all the rest have the top of round {round_.number}")
    bulk_top.rest_have_top(game=world.game, by=by, number=round_.number, reason=reason_for(round_))


def cancel_round(world):
    world.at_times(0.5)
    last = world.game.rounds.standing().order_by("number").last()
    number = last.number if last else 1
    by = world.arbitrator()
    world.tell(f"{by} cancels round {number}")
    corrections.cancel_round(game=world.game, number=number, reason="wrong rack", by=by)


def change_placed(world):
    last = world.game.rounds.announced().last()
    if last is None:
        raise CannotBe
    word, reference, _score = world.one_of(world.moves(last))
    by = world.arbitrator()
    world.tell(f"{by} places {word} {reference} in round {last.number}")
    corrections.change_placed_move(
        game=world.game, number=last.number, reference=reference, word=word, reason="misplaced", by=by
    )


def end_game(world):
    world.at_times(0.4)
    by = world.arbitrator()
    world.tell(f"{by} ends the game")
    game_services.end_game(game=world.game, by=by)


def resume_game(world):
    by = world.arbitrator()
    world.tell(f"{by} lets the game go on")
    corrections.resume_game(game=world.game, reason="too early", by=by)


def ask(world):
    last, entry = world.game.rounds.announced().last(), world.entry()
    if last is None:
        raise CannotBe
    world.tell(f"{named(entry)} asks about round {last.number}")
    questions.ask_question(
        game=world.game,
        entry=entry,
        client_id=world.client_id(),
        number=last.number,
        text="Why?",
        asked_at=world.now,
    )


def answer(world):
    asked = Question.objects.open().filter(round__game=world.game).select_related("entry").order_by("pk")
    question, by = world.one_of(list(asked)), world.arbitrator()
    if world.chance.random() < 0.3:
        world.tell(f"question {question.pk} is taken back")
        questions.take_question_back(game=world.game, entry=question.entry, client_id=question.client_id)
    else:
        world.tell(f"{by} answers question {question.pk}")
        questions.answer_question(game=world.game, question_id=question.pk, answer="So.", by=by)


def set_arbitration(world):
    world.at_times(0.2)
    double = not world.game.double_arbitration
    world.tell(f"double arbitration: {double}")
    staff.set_arbitration(
        game=world.game, double_arbitration=double, names_hidden=False, by=world.arbitrator()
    )
