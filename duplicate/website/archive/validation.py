"""Checking an imported event once before it stays: every page that shows it can be rendered.

A row may satisfy the database and still hold values that this program never wrote; its page would fail.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import to_locale
from django.utils.translation.trans_real import language_code_re

from duplicate.judging.words import verdict_text
from duplicate.live.frame import make_frame
from duplicate.log.actions import ACTIONS
from duplicate.log.log_view import log_line, log_of
from duplicate.log.messages import act_text
from duplicate.models import AuditLogEntry, Game, GameAdditions, Round, Ruling
from duplicate.positions.board_state import progress_of
from duplicate.positions.game_words import MOST_WORDS, lexicon_of
from duplicate.printing.data.game_sheet import sheet_for_game
from duplicate.standings.rows.event_results import standings_for_event
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.website.archive.values import UNSEEN
from engine.errors import EngineError
from engine.modes import mode_of
from engine.notation import RackRecord
from engine.referee import state_of
from engine.referee.settings import ClassicSettings
from engine.rules import (
    RuleSet,
)
from engine.tiles import TileSet, load_tile_set
from tournaments.classic.match_records.annotated_boards import NAMELESS, game_in_text, replay_values
from tournaments.classic.match_records.annotated_games import is_too_long
from tournaments.classic.match_records.frames import board_values
from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.match_records.selectors import game_of, records_with_names
from tournaments.classic.models import (
    AnnotatedGame,
    Division,
    DivisionRating,
    Match,
    MatchRecord,
    PlannedStage,
)
from tournaments.classic.pairing import METHODS
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.pairing.reasons import sentence
from tournaments.classic.pairing.values import Reason
from tournaments.classic.rating import SYSTEMS
from tournaments.classic.rounds import pairing_reasons
from tournaments.classic.scores.match_rules import settings_of
from tournaments.classic.standings.rows import standings_of_division
from tournaments.club_tables.models import ClubTable
from tournaments.described_settings.setting_columns import check_settings
from tournaments.errors import RuleViolation
from tournaments.events import actions
from tournaments.lexicons.additions import MOST_WORDS as MOST_ADDITIONS
from tournaments.lexicons.word_text import read_word
from tournaments.models import Entry, Event, EventAct, GameResult, Letterhead, Lexicon, OrganiserAct
from tournaments.names.folding import is_visible, tidy
from tournaments.organisers import actions as organiser_actions
from tournaments.printing.letterhead import make_logo
from tournaments.standings.filters import AgeCategory, check_categories
from tournaments.standings.ranking import MEASURES
from tournaments.wording.engine_messages import message_for

# The errors that reading values raises if this program has not written them.
STRANGE: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    StopIteration,
    RuntimeError,  # RecursionError, too
)


def check_row(row: object) -> None:
    """Check that a row can be shown; raise one of `STRANGE` otherwise."""
    check = _CHECKS.get(type(row))
    if check is not None:
        check(row)


def in_words(error: Exception) -> str | Promise:
    if isinstance(error, RuleViolation | EngineError):
        return message_for(error)
    return _("not written by this program.")


def look_at_all(event: Event) -> None:
    """Compute every game, division and record of the event again, as far as screens and papers show it.

    Raises:
        RuleViolation: one of them cannot be computed; it is named.
    """
    for game in event.games.select_related("event"):
        look(game.name, partial(_game, game))
    for division in event.divisions.select_related("event"):
        look(division.name, partial(standings_of_division, division))
    records = records_with_names().filter(match__round__division__event=event)
    for record in records:
        look(str(record.match), partial(_record, record))
    for annotated in AnnotatedGame.objects.filter(division__event=event).iterator():
        look(str(annotated), partial(_annotated_game, annotated))
    look(event.name, partial(standings_for_event, event))
    for word in event.words.all():
        tiles = load_tile_set(Lexicon.objects.get(name=word.lexicon).tile_set)
        look(event.name, partial(check_word, word.word, tiles))


def look(name: str, show: Callable[[], object]) -> None:
    """Compute one of them.

    Raises:
        RuleViolation: it cannot be computed; it is named.
    """
    try:
        show()
    except STRANGE as error:
        raise RuleViolation(
            "archive_unplayable",
            _("“{name}” cannot be replayed from this archive: {problem}"),
            name=name,
            problem=in_words(error),
        ) from error


def _game(game: Game) -> None:
    progress_of(game)
    _check_words(game)
    lexicon_of(game)
    announced = game.rounds.announced().values_list("top_score", "tops")
    if any(score and not tops for score, tops in announced):
        raise ValueError("tops")
    for rack in game.rounds.values_list("rack", flat=True):
        RackRecord.parse(rack, game.tiles)
    standings_for_game(game)
    make_frame(game)
    sheet_for_game(game)
    for entry in log_of(game).iterator():
        log_line(entry)


def _check_words(game: Game) -> None:
    """Check that words are as acts store them. One in two spellings could be accepted and refused at once."""
    added = (GameAdditions.objects.filter(game=game).values_list("words", flat=True).first() or "").split()
    if game.words.in_force().count() > MOST_WORDS or len(added) > MOST_ADDITIONS:
        raise ValueError("words")
    for word in (*game.words.values_list("word", flat=True), *added):
        check_word(word, game.tiles)


def check_word(word: str, tiles: TileSet) -> None:
    """Check that a word is written as acts store words; raise one of `STRANGE` otherwise."""
    if read_word(word, tiles) != word:
        raise ValueError(word)


def _record(record: MatchRecord) -> None:
    state_of(game_of(record))
    board_values(record)


def _annotated_game(row: AnnotatedGame) -> None:
    """Check that the text is one that was stored without names and remarks, and has these scores."""
    game = game_in_text(row.text, row.tile_set)
    if is_too_long(game) or game.players != NAMELESS or any(act.notes for act in game.acts):
        raise ValueError("text")
    if state_of(game).scores != (row.first_score, row.second_score):
        raise ValueError("scores")
    replay_values(row)


def _check_annotated_game(row: AnnotatedGame) -> None:
    if len(row.text) > MOST_BYTES:
        raise ValueError("text")
    for name in (row.first_name, row.second_name):
        if tidy(name) != name:
            raise ValidationError(UNSEEN)


def _check_event(row: Event) -> None:
    check_settings(row)
    from babel import localedata  # noqa: PLC0415 - only imports need it

    if not all(isinstance(group, str) for group in row.groups):
        raise TypeError("groups")
    check_categories([AgeCategory(*category) for category in row.age_categories])
    # A language that is not installed here may be; anything else is the path of a file, or has no plural forms.
    known = language_code_re.match(row.language) and localedata.exists(to_locale(row.language))
    if row.language and not known:
        raise ValueError("language")


def _check_game(row: Game) -> None:
    if not is_visible(RuleSet.from_toml(row.rules).name):
        raise ValidationError(UNSEEN)
    load_tile_set(row.tile_set)


def _check_round(row: Round) -> None:
    tops = row.tops or ()
    for top in tops:
        if not (str(top["word"]) and str(top["reference"]) and isinstance(top["preferred"], bool)):
            raise TypeError("tops")
    if tops and sum(top["preferred"] for top in tops) != 1:
        raise ValueError("tops")


def _check_result(row: GameResult) -> None:
    if not all(tie_break in MEASURES for tie_break in row.tie_breaks):
        raise KeyError("tie_breaks")


def _check_match(row: Match) -> None:
    for code, values in row.reasons:
        if code not in pairing_reasons.REASONS:
            sentence(Reason(code, values), {})


def _check_method(row: PlannedStage) -> None:
    if row.method not in METHODS:
        raise KeyError(row.method)


def _check_division(row: Division) -> None:
    check_settings(row)
    settings_of(row)


def _check_entry(row: Entry) -> None:
    if Entry.list_games(row.skipped) != row.skips_games:
        raise ValueError("skips_games")


def _check_rating(row: DivisionRating) -> None:
    if row.system not in SYSTEMS:
        raise KeyError(row.system)


def _check_letterhead(row: Letterhead) -> None:
    if row.logo:
        make_logo(bytes(row.logo))


def _check_act(row: AuditLogEntry) -> None:
    if row.act not in ACTIONS:
        raise KeyError(row.act)
    act_text(row.act, row.params)


def _check_event_act(row: EventAct) -> None:
    actions.act_text(row)
    for values in row.params.get("stages_before", ()):
        _check_stage(Stage(**values))


def _check_stage(stage: Stage) -> None:
    """Check that undoing a change of a plan can store the stage."""
    numbers = [stage.first_round, stage.rounds_ahead]
    if stage.group_size is not None:
        numbers.append(stage.group_size)
    if any(type(number) is not int for number in numbers):
        raise TypeError("stages_before")
    if stage.hill_rematches is not None and type(stage.hill_rematches) is not bool:
        raise TypeError("stages_before")
    row = PlannedStage(**asdict(stage))
    row.clean_fields(exclude=["division"])
    _check_method(row)


_CHECKS: Final[dict[type, Callable[[Any], object]]] = {
    Event: _check_event,
    Entry: _check_entry,
    EventAct: _check_event_act,
    Game: _check_game,
    Round: _check_round,
    Ruling: lambda row: verdict_text(row.code, row.params),
    AuditLogEntry: _check_act,
    GameResult: _check_result,
    Division: _check_division,
    DivisionRating: _check_rating,
    PlannedStage: _check_method,
    Match: _check_match,
    Letterhead: _check_letterhead,
    OrganiserAct: organiser_actions.act_text,
    ClubTable: lambda row: mode_of(row.mode),
    AnnotatedGame: _check_annotated_game,
    MatchRecord: lambda row: ClassicSettings.from_toml(row.settings),
}
