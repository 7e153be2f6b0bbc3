"""The settings of a rule set by group, each with the words that explain it and its classic value.

Each point on which federations differ is a setting here; `docs/rules.md` lists them all. The
`RuleSet` that they belong to checks the settings.
"""

# ruff: noqa: RUF009 - the defaults come from dataclasses.field, with the texts that explain the setting

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from engine.rules.rack_validity import Validity
from engine.rules.setting_kinds import Countdown, Flag, OneOf, Points, Several, Whole, setting
from engine.scoring import DEFAULT_BONUSES
from engine.squares import LONGEST_RACK
from engine.translation import gettext_noop as _

MOST_POINTS = 1000
MOST_ROUNDS = 1000
MOST_SECONDS = 24 * 60 * 60

Blanks = Literal["stay", "recycled", "joker"]
BLANKS: dict[str, str] = {
    "stay": _("stay on the board"),
    "recycled": _("go back into the bag, and the real letter takes their place while the bag has it"),
    "joker": _("joker: every rack has exactly one, and a played one comes back for the real letter"),
}

Consequence = Literal["none", "warning", "penalty", "zero"]
CONSEQUENCES: dict[str, str] = {
    "none": _("nothing"),
    "warning": _("a warning"),
    "penalty": _("a penalty"),
    "zero": _("zero"),
}

WrongScore = Literal["none", "warning", "zero", "stated"]
WRONG_SCORES: dict[str, str] = {
    "none": _("the true score counts"),
    "warning": _("the true score counts, with a warning"),
    "zero": _("zero"),
    "stated": _("too low counts as stated, too high loses twice the excess"),
}

SecondSlip = Literal["replaces", "ignored", "zero"]
SECOND_SLIPS: dict[str, str] = {
    "replaces": _("replaces the first"),
    "ignored": _("is ignored: the first counts"),
    "zero": _("makes zero of both, if they differ"),
}

Criterion = Literal["keep_blank", "fewest_tiles", "balance", "alphabetical", "nearest_a1", "reading_order"]
CRITERIA: dict[str, str] = {
    "keep_blank": _("keeps the blank"),
    "fewest_tiles": _("plays the fewest tiles"),
    "balance": _("leaves vowels and consonants best balanced"),
    "alphabetical": _("is first in the alphabet"),
    "nearest_a1": _("begins nearest to A1"),
    "reading_order": _("begins first in reading order"),
}

TieBreak = Literal["last_game", "last_rounds", "most_tops", "best_move"]
TIE_BREAKS: dict[str, str] = {
    "last_game": _("the last game"),
    "last_rounds": _("the last round of the last game, then the one before, and so on"),
    "most_tops": _("the most tops found"),
    "best_move": _("the best single move"),
}


_validity = lru_cache(Validity)  # a game asks for it twice a round


@dataclass(frozen=True, slots=True)
class RackRules:
    """The drawing of racks, and which racks are valid."""

    size: int = setting(
        7,
        Whole(1, LONGEST_RACK),
        _("Tiles on a rack"),
        _("If it is eight or nine, see also what may be played in one move, and the bonuses."),
    )
    minimum_early: int = setting(
        2,
        Whole(0, LONGEST_RACK),
        _("Valid rack at first: at least"),
        _("So many vowels, and as many consonants; otherwise the whole rack is drawn again."),
    )
    minimum_late: int = setting(
        1, Whole(0, LONGEST_RACK), _("Valid rack later: at least"), _("The same for later rounds.")
    )
    maximum_early: int | None = setting(
        None,
        Whole(0, LONGEST_RACK, optional=True),
        _("Valid rack at first: at most"),
        _("No more vowels than this, and no more consonants; empty for any number."),
    )
    maximum_late: int | None = setting(
        None,
        Whole(0, LONGEST_RACK, optional=True),
        _("Valid rack later: at most"),
        _("The same for later rounds."),
    )
    late_from_round: int = setting(
        16,
        Whole(1, MOST_ROUNDS),
        _("Later: from round"),
        _("The first round with the later rule."),
    )
    blanks_count: bool = setting(
        True,
        Flag(),
        _("Blanks count as vowel or consonant"),
        _("In a valid rack, a blank makes up for a missing vowel or consonant."),
    )
    last_rack_free: bool = setting(
        False,
        Flag(),
        _("The last rack is free"),
        _("A rack with all the tiles that are left need not be valid."),
    )
    left_overs_kept: bool = setting(
        True,
        Flag(),
        _("Left-over tiles stay"),
        _("Otherwise they go back into the bag, and each round has a whole rack drawn."),
    )
    blanks: Blanks = setting(
        "stay", OneOf(BLANKS), _("Played blanks"), _("What happens to them after their round.")
    )

    def validity(self, round_number: int) -> Validity:
        """Return the validity of a rack of that round (RULES D3)."""
        if round_number < self.late_from_round:
            return _validity(self.minimum_early, self.maximum_early, self.blanks_count)
        return _validity(self.minimum_late, self.maximum_late, self.blanks_count)


@dataclass(frozen=True, slots=True)
class MoveRules:
    """The limits and bonuses of moves."""

    most_played: int | None = setting(
        None,
        Whole(1, LONGEST_RACK, optional=True),
        _("Tiles played at most"),
        _("In one move: 7 for “7 of 8”; empty for the whole rack."),
    )
    bonuses: Mapping[int, int] = setting(
        DEFAULT_BONUSES,
        Points(LONGEST_RACK, MOST_POINTS),
        _("Bonuses"),
        _("Points on top for playing so many tiles in one move."),
        hash=False,
    )

    def __post_init__(self) -> None:
        if isinstance(self.bonuses, Mapping):  # the rule set refuses anything else
            object.__setattr__(self, "bonuses", MappingProxyType(dict(self.bonuses)))


@dataclass(frozen=True, slots=True)
class TimeRules:
    """The clock of a round."""

    round_seconds: int = setting(
        180,
        Whole(1, MOST_SECONDS),
        _("Time of a round, in seconds"),
        _("From the start of the clock; the arbitrator may pause it, or add to it."),
    )
    calls: tuple[int, ...] = setting(
        (30,),
        Countdown(MOST_SECONDS),
        _("Calls, in seconds"),
        _("All screens call when so much time is left."),
    )
    grace_seconds: int = setting(
        2,
        Whole(0, 60),
        _("Grace, in seconds"),
        _("A slip sent just before time still counts."),
    )


@dataclass(frozen=True, slots=True)
class SlipRules:
    """The requirements of a slip, and the consequences of faults."""

    score_stated: bool = setting(
        True, Flag(), _("Slips state the score"), _("Otherwise nobody asks for it, and none is missing.")
    )
    wrong_score: WrongScore = setting(
        "none", OneOf(WRONG_SCORES), _("Stated score wrong"), _("For a move that is good.")
    )
    missing_score: Consequence = setting(
        "none", OneOf(CONSEQUENCES), _("Stated score missing"), _("Or not readable.")
    )
    unmarked_blank: Consequence = setting(
        "none",
        OneOf(CONSEQUENCES),
        _("Blank not marked"),
        _(
            "Or, unless nothing follows, the wrong letter marked: with “nothing”, that is a tile that the rack lacks."
        ),
    )
    illegible: Consequence = setting(
        "none", OneOf(CONSEQUENCES), _("Hard to read"), _("A slip that can be made out all the same.")
    )
    wrong_reference: Consequence = setting(
        "zero",
        OneOf(CONSEQUENCES),
        _("Reference wrong or missing"),
        _("Where the stated score fits a place for the word, written in full, in the direction written."),
    )
    altered_letter: Consequence = setting(
        "zero",
        OneOf(CONSEQUENCES),
        _("Last letter altered"),
        _("A last letter that lies on the board is missing or another one, and the stated score fits."),
    )
    first_reference: bool = setting(
        True,
        Flag(),
        _("Reference needed in round 1"),
        _("Otherwise the first word counts at its best place, whatever is written."),
    )
    extension_reference: bool = setting(
        True,
        Flag(),
        _("Reference needed for an extension"),
        _("Otherwise the whole new word says where it lies."),
    )
    second_slip: SecondSlip = setting(
        "replaces",
        OneOf(SECOND_SLIPS),
        _("Another slip in time"),
        _("From a phone; slips keyed at the desk always count."),
    )
    several_on_paper: bool = setting(
        False,
        Flag(),
        _("Several different slips are zero"),
        _("Where a player hands in more than one on paper, or beside the phone; the desk asks."),
    )

    @property
    def score_needed(self) -> bool:
        """True if a slip without its score costs something."""
        return self.score_stated and self.missing_score != "none"


@dataclass(frozen=True, slots=True)
class Sanctions:
    """The price of warnings and penalties."""

    free_warnings: int = setting(
        0, Whole(0, MOST_POINTS), _("Free warnings"), _("How many in a game cost nothing.")
    )
    warning_points: int = setting(
        0, Whole(0, MOST_POINTS), _("Price of a warning"), _("Points that each further one costs.")
    )
    penalty_points: int = setting(0, Whole(0, MOST_POINTS), _("Price of a penalty"), _("In points."))
    zero_up_to: int = setting(
        0,
        Whole(0, MOST_POINTS),
        _("A penalty makes zero of"),
        _("A move worth so many points or fewer. No move is ever worth less than zero."),
    )
    second_zero_averaged: bool = setting(
        False,
        Flag(),
        _("A second zero for the same fault is averaged"),
        _("Where the player had not been told of the first; with the other players of that arbitrator."),
    )


@dataclass(frozen=True, slots=True)
class SoloRules:
    """Points for the only player with the best score of a round."""

    points: int = setting(
        0, Whole(0, MOST_POINTS), _("Points for a solo"), _("To the only player who has the top.")
    )
    points_below_top: int = setting(
        0,
        Whole(0, MOST_POINTS),
        _("Points for a solo below the top"),
        _("To the only player with the best score of a round in which nobody has the top."),
    )
    from_players: int = setting(
        1,
        Whole(1, 10_000),
        _("Solos count from"),
        _("Minimum number of players; with fewer, solos are only shown."),
    )
    most_in_game: int | None = setting(
        None,
        Whole(1, 10_000, optional=True),
        _("Solo points in a game, at most"),
        _("Empty for any number."),
    )
    before_penalties: bool = setting(
        True, Flag(), _("Solos are found before penalties"), _("Otherwise after points are taken off.")
    )


@dataclass(frozen=True, slots=True)
class TopRules:
    """The choice among equal tops for the board."""

    order: tuple[Criterion, ...] = setting(
        ("keep_blank", "fewest_tiles", "balance", "reading_order"),
        Several(CRITERIA),
        _("Among equal tops, the one that"),
        _("The first criterion that separates them decides."),
    )
    arbitrator_chooses: bool = setting(
        False,
        Flag(),
        _("The arbitrator chooses among equal tops"),
        _("The order above is then only what the desk suggests."),
    )


@dataclass(frozen=True, slots=True)
class EndRules:
    """The limits of a game, besides the round for which no valid rack can be drawn (RULES D8)."""

    rounds: int | None = setting(
        None,
        Whole(1, MOST_ROUNDS, optional=True),
        _("Rounds at most"),
        _("Empty to play until the tiles end. The arbitrator may always end a game."),
    )


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """The criteria of standings besides the points."""

    tie_breaks: tuple[TieBreak, ...] = setting(
        (),
        Several(TIE_BREAKS),
        _("Equal totals are told apart by"),
        _("In this order; players still tied share their rank."),
    )
    arbitrators_averaged: bool = setting(
        False,
        Flag(),
        _("Arbitrators get the average"),
        _("For arbitrators who play in the event, in the rounds they arbitrated."),
    )
