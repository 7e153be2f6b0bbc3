"""The form of a typed case: everything that the judge needs to know, without a game."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.cases.what_if import WhatIf, read_case_board, read_case_rack, shorten_board
from duplicate.judging import RoundPosition, WrittenSlip
from duplicate.models import Game
from duplicate.models.slip import LARGEST_SCORE, LONGEST_REFERENCE, LONGEST_WORD
from duplicate.prepared_games.drawing.forms import MOST_TEXT, PreparedRulesForm
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.notation import Convention
from engine.tiles import BLANK, load_tile_set
from tournaments.errors import RuleViolation
from tournaments.wording.engine_messages import message_for

MOST_RACK = 60
MARKS = ("no_slip", "late", "illegible", "several")


class WhatIfForm(PreparedRulesForm):
    """A case: rules, position, slip, and what came before it. Valid data have the case as `case`."""

    notation = forms.ChoiceField(
        label=_("References"), choices=Game.Notation.choices, initial=Game.Notation.DUPLICATE
    )
    board = forms.CharField(
        label=_("Board"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off", "class": "typed-game"}
        ),
        help_text=_(
            "Moves, one per line: “H4 TRAIN”. Or paste a position or game as CGP, GCG or an Isotop "
            "record. Empty for the first move."
        ),
    )
    rack = forms.CharField(
        label=_("Rack"),
        max_length=MOST_RACK,
        widget=forms.TextInput(attrs={"autocapitalize": "characters"}),
        help_text=_("A blank is ?."),
    )
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=999, initial=1)
    word = forms.CharField(
        label=_("Word"),
        max_length=LONGEST_WORD,
        required=False,
        widget=forms.TextInput(attrs={"autocapitalize": "none"}),
        help_text=_(
            "As the player wrote it, in capitals; a small letter is a blank (RALeNTI). All small: no "
            "blank. Empty for a blank slip."
        ),
    )
    reference = forms.CharField(label=_("Reference"), max_length=LONGEST_REFERENCE, required=False)
    score = forms.IntegerField(label=_("Stated score"), min_value=0, max_value=LARGEST_SCORE, required=False)
    no_slip = forms.BooleanField(label=_("No slip handed in"), required=False)
    late = forms.BooleanField(label=_("Written after time"), required=False)
    illegible = forms.BooleanField(label=_("Hard to read, but deciphered"), required=False)
    several = forms.BooleanField(label=_("Several different slips handed in"), required=False)
    warnings = forms.IntegerField(
        label=_("Earlier warnings"),
        min_value=0,
        max_value=99,
        initial=0,
        help_text=_("This player’s, in this game."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule_set"].help_text = ""
        for field in self.fields.values():
            if isinstance(field.widget, forms.TextInput):
                field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}
            if isinstance(field, forms.IntegerField):
                field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def groups(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        """Return the fields in groups, each with its title."""
        return [
            (_("Rules and lexicon"), [self[name] for name in ("rule_set", "lexicon", "notation")]),
            (_("Position"), [self[name] for name in ("board", "rack", "round_number")]),
            (_("Slip"), [self[name] for name in ("word", "reference", "score", "warnings")]),
        ]

    def marks(self) -> list[forms.BoundField]:
        return [self[name] for name in MARKS]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if {"rules", "lexicon", "notation", "board", "rack", "round_number", "warnings"} <= data.keys():
            position = self._position(data)
            if position is not None:
                data["case"] = WhatIf(
                    position,
                    data["rules"],
                    self._slip(data, position),
                    data["round_number"],
                    data["warnings"],
                )
        return data

    def query(self) -> dict[str, object]:
        """Return the case as the query of an address that shows it."""
        data, position = self.cleaned_data, self.cleaned_data["case"].position
        texts = {name: data[name] for name in ("rule_set", "notation", "rack", "word", "reference")}
        numbers = {name: data[name] for name in ("round_number", "score", "warnings")}
        marks = {name: "on" for name in MARKS if data[name]}
        board = shorten_board(data["board"], position.board, position.tiles)
        query = {"lexicon": data["lexicon"].name, "board": board} | texts | numbers | marks
        return {name: value for name, value in query.items() if value not in {"", None}}

    def _position(self, data: dict[str, Any]) -> RoundPosition | None:
        """Return the position; None where the board or the rack is wrong, which its field then says."""
        convention: Convention = data["notation"]
        tiles, rules = load_tile_set(data["lexicon"].tile_set), data["rules"]
        field = "board"
        try:
            board = read_case_board(data["board"], tiles, convention)
            field = "rack"
            rack = read_case_rack(data["rack"], board, tiles, rules)
            field = "lexicon"
            lexicon = load_lexicon(data["lexicon"].name)
        except (EngineError, RuleViolation) as error:
            self.add_error(field, message_for(error))
            return None
        if data["round_number"] == 1 and not board.is_empty:
            self.add_error("round_number", _("If tiles are on the board, the round must be 2 or later."))
            return None
        return RoundPosition(
            board, rack, tiles, lexicon, convention, rules.moves.bonuses, rules.moves.most_played
        )

    def _slip(self, data: dict[str, Any], position: RoundPosition) -> WrittenSlip | None:
        if data.get("no_slip"):
            return None
        word = data.get("word", "")
        return WrittenSlip(
            word if _can_be_blanks(word, position) else position.tiles.raise_small_word(word),
            data.get("reference", ""),
            data.get("score"),
            late=data["late"],
            illegible=data["illegible"],
            several=data["several"],
        )


def _can_be_blanks(word: str, position: RoundPosition) -> bool:
    """Tell whether the rack has a blank for each tile of a word."""
    try:
        cells = position.tiles.encode_plain(word.strip())
    except EngineError:  # the judge tells which letter is wrong
        return False
    return len(cells) <= position.rack.count(BLANK)
