"""Translated texts of the ES modules, handed to them as JSON; the modules fill in the {names} in braces.
Texts that depend on a number have each plural form.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.views.board_strings import slip_hints, translate_reading
from tournaments.wording.plural_forms import plural_forms

Strings = dict[str, str | dict[str, str]]


def clock_strings() -> Strings:
    """Return the texts of clock.js."""
    return {
        "time": pgettext("on the clock, very large", "Time!"),
        "call": plural_forms(lambda n: ngettext("{seconds} second left", "{seconds} seconds left", n)),
    }


def desk_strings() -> dict[str, str]:
    """Return the texts of desk.js."""
    return {
        "noAnswer": _("The server did not answer. Check the current state, then try again."),
        "polling": _("No live connection: updating every few seconds"),
        "offline": _("No connection to the server"),
        "leftOver": _("Left over: {tiles}"),
        "readAs": translate_reading(),
        "strayText": _(
            "These letters were typed outside the line and had no effect. Press K to go to the line."
        ),
    }


def line_strings() -> dict[str, str]:
    """Return the texts of line.js and tables.js."""
    return {
        "nobody": _("Every table has a slip"),
        "noPlayers": _("There are no players yet."),
        "restAsk": _("All the rest have the top ({count})? Enter: yes. Esc: no."),
        "beginningAsk": _(
            "Several moves begin with “{letters}”: keep typing, or choose one by its digit. Enter: "
            "“{letters}” alone, a zero. Esc: no."
        ),
        "placelessAsk": _(
            "“{letters}” has no reference: type it, or choose a move by its digit. Enter: “{letters}” "
            "without a reference. Esc: no."
        ),
        "undo": _("Undo: {what}"),
        "redo": _("Redo: {what}"),
        "empty": _("Type a table and its slip or ruling, such as 5T or 5 HOUSE H8 24."),
        "part": _("{first}–{last} of {count}"),
        "notTaken": _("Not accepted: {line}. {problem}"),
        "noAnswer": _("The server did not answer. Check the current state, then try again."),
    }


def join_strings() -> dict[str, str]:
    """Return the texts of join.js."""
    return {
        "goOn": _("Continue as {name}"),
        "leaves": _(
            "This phone will no longer play as {name}, who stays entered and can continue with a link "
            "from the arbitrator. Unsent text of {name} is lost."
        ),
        "nameMissing": _("Please write your name."),
        "network": _(
            "No connection to the desk. Check that this phone is on the right network, and try again."
        ),
        "busy": _("The desk is busy. Try again in a moment."),
        "waiting": _(
            "Many players are joining right now. This phone will try again in {seconds} s: keep this "
            "page open."
        ),
    }


def phone_strings() -> Strings:
    """Return the texts of phone.js and its modules: states in big letters with a sentence below, buttons,
    hints, own sheet.
    """
    return (
        _phone_states()
        | _phone_buttons()
        | slip_hints()
        | _sheet_strings()
        | _points_strings()
        | _review_strings()
        | _question_strings()
    )


def _phone_states() -> dict[str, str]:
    return {
        "waitingState": _("Welcome"),
        "waitingDetail": _("The first rack is on its way."),
        "readyState": _("Write"),
        "readyDetail": _("The rack is shown; the clock starts soon."),
        "writeState": _("Write"),
        "writeDetail": _("Nothing is sent yet."),
        "cancelled": _("Round {number} was cancelled. It will be drawn again."),
        "pausedState": _("Pause"),
        "pausedDetail": _("The clock is stopped. You may keep writing."),
        "interruptedState": _("The clock is stopped"),
        "interruptedDetail": _("The server was down. No time is lost: the arbitrator will resume the clock."),
        "sendingState": _("Sending…"),
        "sendingDetail": _("Sending to the desk."),
        "unsentState": _("Not sent yet"),
        "unsentDetail": _("Your slip is saved on this phone and will be sent as soon as the desk answers."),
        "sentState": _("Sent at {time}"),
        "sentDetail": _("{slip}. You can change it until time is up."),
        "keptState": _("Sent at {time}"),
        "keptDetail": _("{slip}. It counts: only one slip is allowed."),
        "changedState": _("Changed"),
        "changedDetail": _("{slip} is sent, your change is not."),
        "lateState": _("Late"),
        "lateDetail": _("Received at {time}, after time: it scores 0."),
        "timeSentState": _("Time!"),
        "timeSentDetail": _("Received at {time}: {slip}"),
        "cameTooLate": _("{word} came too late. Only slips received in time count."),
        "timeMissedState": _("Time!"),
        "timeMissedDetail": _("No slip was received from you in time."),
        "judgedAgain": _("Round {number}: your slip has been judged again. It scores {score}."),
        "announcedState": _("Announced"),
        "announcedDetail": _("The next rack comes soon."),
        "withdrawnState": _("You have dropped out"),
        "withdrawnDetail": _("Ask the arbitrator if you want to keep playing."),
        "finishedState": _("The game is over"),
        "finishedDetail": _("Thank you for playing."),
        "nextGame": _("Continue to {name}"),
    }


def _phone_buttons() -> dict[str, str]:
    return {
        "send": _("Send"),
        "sendDone": _("Sent"),
        "sentAll": _("Sent · nobody else is writing"),
        "sendChange": _("Send the change"),
        "sendAnyway": _("Send anyway"),
        "sendAgain": _("Try again"),
        "sendLate": _("Hand in late"),
        "blank": _("Blank"),
        "across": _("across"),
        "down": _("down"),
        "busy": _("The desk is busy; your slip will be sent in a moment."),
        "refusedSlip": _("The slip was not accepted. Change it and send it again."),
    }


def _sheet_strings() -> dict[str, str]:
    return {
        "round": _("Round {number}"),
        "rack": _("Rack: {tiles}"),
        "who": _("{name}, table {table}"),
        "rankOf": _("Rank {rank} of {players}"),
        "mySlip": _("My slip"),
        "difference": _("Difference"),
        "nobody": _("Nobody could play."),
        "top": _("Top"),
        "placed": _("Placed"),
        "theTop": _("Top: {word} {ref}, {score}"),
        "mine": _("You: {word} {ref}, {score}."),
        "mineTop": _("You: the top, {score}."),
        "saysTop": _("top"),
        "isotop": _("An isotop."),
        "cheerSolo": _("A solo!"),
        "cheerTop": _("Top!"),
        "cheerBest": _("Best of the room"),
        "climbed": _("places gained: {count}"),
        "nothingLost": _("Nothing lost."),
        "break": _("Break."),
        "breakUntil": _("Break until {time}."),
        "noSlip": _("You: no slip."),
        "wasLate": _("Late."),
        "rule": _("(Rule: {rule})"),
        "solo": _("Solo, +{solo}"),
        "soloShown": _("Solo, no points"),
        "solos": _("Solos: +{solo_points}"),
        "warnings": _("Warnings: {warnings}"),
        "warningCosts": _("{sanction_text}, −{warning_points}"),
        "arbitrator": _("Arbitrator: {reason}"),
        "entered": _("From round {entered}"),
        "warningsCost": _("Warnings: {warnings} (−{warning_points})"),
        "penalties": _("Penalties: {penalties}"),
    }


def _points_strings() -> Strings:
    """Return the sheet's texts about numbers."""
    return {
        "sentWriting": plural_forms(
            lambda n: ngettext("Sent · {count} still writing", "Sent · {count} still writing", n)
        ),
        "standing": plural_forms(
            lambda n: ngettext(
                "Rank {rank} · {total} point · {percent} %", "Rank {rank} · {total} points · {percent} %", n
            )
        ),
        "below": plural_forms(
            lambda n: ngettext(
                "{total}, {apart} point below the tops", "{total}, {apart} points below the tops", n
            )
        ),
        "above": plural_forms(
            lambda n: ngettext(
                "{total}, {apart} point above the tops", "{total}, {apart} points above the tops", n
            )
        ),
        "level": _("{total}, level with the tops"),
        "points": _points(),
        "warningsFree": plural_forms(
            lambda n: ngettext(
                "Warnings: {warnings} (the first is free)",
                "Warnings: {warnings} (the first {free_warnings} are free)",
                n,
            )
        ),
    }


def _points() -> dict[str, str]:
    return plural_forms(lambda n: ngettext("{score} point", "{score} points", n))


def _review_strings() -> Strings:
    """Return the texts of review.js."""
    return {
        "reviewTitle": _("My game"),
        "reviewTops": _("Tops found: {tops} of {rounds}"),
        "reviewChart": _("My negative, round by round"),
        # A chart has two rounds at least; the number is the points lost.
        "reviewCourse": plural_forms(
            lambda n: ngettext(
                "{negative} after {rounds} rounds. Most was lost in round {number}: {lost} point.",
                "{negative} after {rounds} rounds. Most was lost in round {number}: {lost} points.",
                n,
            )
        ),
        "reviewRound": _("Round"),
        "reviewLost": pgettext("points less than the top", "Lost"),
        "reviewNegative": _("Negative"),
    }


def _question_strings() -> dict[str, str]:
    """Return the texts of asking.js."""
    return {
        "questionRuling": _("Question this ruling"),
        "questionGoOn": _("Edit your question"),
        "questionTitle": _("Question the ruling of round {number}"),
        "questionEmpty": _("Write your question first."),
        "questionUnsent": _("Not sent yet"),
        "questionOpen": _("Sent to the desk"),
        "questionTakeBack": _("Withdraw"),
        "questionAnswer": _("Answer:"),
    }


def projector_strings() -> Strings:
    """Return the texts of projector.js."""
    return {
        "round": _("Round {number}"),
        "ready": _("The clock starts soon"),
        "paused": _("Pause"),
        "interrupted": _("The server was down: the clock is stopped, no time is lost"),
        "cancelled": _("Round {number} was cancelled and will be drawn again"),
        "top": _("Top"),
        "lastTop": _("Top of round {number}"),
        "lastMove": _("Round {number}"),
        "theTop": _("Top: {word} {ref}, {score}"),
        "points": _points(),
        "nobody": _("Nobody could play"),
        "finished": _("Final standings"),
        "over": _("The game is over"),
        "standings": _("Standings"),
        "standingsAfter": _("Standings after round {rounds}"),
        "noStandings": _("Standings appear after the first announced round."),
        "part": _("{first}–{last} of {count}"),
        "race": _("Ranks after round {number}"),
        "topTotal": _("All tops"),
        "allTops": _("All tops: {top_total}"),
        "joined": _("Players here: {players}"),
        "droppedOut": _("(dropped out)"),
        "rack": _("Rack: {tiles}"),
        "solo": _("Solo, no points: {name}, table {table}"),
        "soloPoints": _("Solo: {name}, table {table}, +{points}"),
        "foundBy": _("Top found by {who}"),
        "foundByMany": plural_forms(
            lambda n: ngettext("Top found by {count} player", "Top found by {count} players", n)
        ),
        "bestBy": _("Best of the room: {score}, {who}"),
        "bestByMany": plural_forms(
            lambda n: ngettext(
                "Best of the room: {score}, by {count} player",
                "Best of the room: {score}, by {count} players",
                n,
            )
        ),
        "table": _("Table {table}"),
        "tableSolo": _("Solo, no points: table {table}"),
        "tableSoloPoints": _("Solo: table {table}, +{points}"),
        "break": _("Break"),
        "breakUntil": _("We resume at {time}"),
        "breakOver": _("We resume"),
        "speak": _("Speak announcements (S)"),
        "noVoice": _("This device has no voice for this language: install one, or use another browser."),
        "speaking": _("Stop speaking (S)"),
        "touchToSpeak": _("Tap to speak"),
    }


def speech_strings() -> Strings:
    """Return the texts of announcing.js, which are spoken, so every sign is written out."""
    return {
        "on": _("Announcements are spoken."),
        "round": _("Round {number}."),
        "rack": _("The rack: {letters}."),
        "blank": _("blank"),
        "start": _("The clock is running."),
        "call": plural_forms(lambda n: ngettext("{seconds} second left.", "{seconds} seconds left.", n)),
        "time": pgettext("spoken", "Time!"),
        "top": plural_forms(
            lambda n: ngettext(
                "The top: {word}, {ref}, {score} point.", "The top: {word}, {ref}, {score} points.", n
            )
        ),
        "placed": plural_forms(
            lambda n: ngettext(
                "On the board: {word}, {ref}, {score} point.",
                "On the board: {word}, {ref}, {score} points.",
                n,
            )
        ),
        "nobody": _("Nobody could play."),
        "solo": _("Solo: {name}."),
        "tableSolo": _("Solo: table {table}."),
    }
