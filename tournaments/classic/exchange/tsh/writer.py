"""An event as a folder of tsh: `config.tsh`, and a `.t` file for each division. Pure.

A forfeited match is a bye for one and a missed round for the other, as tsh has no other way; `free_rounds` has what is
lost by this. Somebody without a match in a round that has begun has a spread of 0 there, which counts as nothing. A
player who has dropped out is `off`. The plan of rounds and the prizes are written as far as tsh has them; `left_out`
says what else is lost.
"""

import re
from collections.abc import Mapping
from typing import Final

from tournaments.classic.exchange.names import add_number, write_people
from tournaments.classic.exchange.tsh.config import CONFIG, SETTINGS, write_config
from tournaments.classic.exchange.tsh.free_rounds import FIELD, NOTHING, PLAYED, write_free_round
from tournaments.classic.exchange.tsh.lines import Numbers, Words, write_line
from tournaments.classic.exchange.tsh.plan import write_plan
from tournaments.classic.exchange.tsh.prizes import write_prizes
from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.pairing.plan import PlannedRounds
from tournaments.classic.rules.prizes import Prize

_LATIN: Final = "latin-1"
# A longer one would be no rating to tsh, nor here.
_MOST_RATING: Final = 999_999
_ROUND = tuple[int | None, int | None, int, int, str]


def write_tsh(event: FileEvent) -> dict[str, bytes]:
    """Return the files of a folder that tsh reads, by their names."""
    codes = codes_of(event)
    texts = {
        f"{code.lower()}.t": division_text(division)
        for code, division in zip(codes, event.divisions, strict=True)
    }
    encoding = _LATIN if all(map(_is_latin, texts.values())) else "utf-8"
    config = _config_text(event, dict(zip(codes, texts, strict=True)), encoding)
    # tsh reads a configuration as UTF-8 if it begins with this mark, which older versions do not know.
    mark = "" if config.isascii() else "\ufeff"
    return {CONFIG: (mark + config).encode()} | {file: text.encode(encoding) for file, text in texts.items()}


def _config_text(event: FileEvent, files: Mapping[str, str], encoding: str) -> str:
    settings = {key: value for key, of in SETTINGS.items() if (value := of(event)) is not None}
    if encoding != _LATIN:
        settings["tfile_encoding"] = "utf8"
    named = dict(zip(files, event.divisions, strict=True))
    return write_config(
        files,
        settings,
        {("max_div_rounds", code): division.rounds_planned for code, division in named.items()},
        {code: division.name for code, division in named.items() if division.name != code},
        {
            code: (division.bye_spread, division.forfeit_spread)
            for code, division in named.items()
            if "bye_spread" not in settings or division.bye_spread != division.forfeit_spread
        },
        lines_after=[line for code, division in named.items() for line in _further_lines(code, division)],
    )


def _further_lines(code: str, division: FileDivision) -> list[str]:
    """Return the lines of ranks and of the last round that has begun, the plan and the prizes."""
    return [
        *([] if division.leavers_unranked else [f"# division {code} ranks those who left"]),
        *([f"# division {code} has begun round {division.begun}"] if division.rounds else []),
        *write_plan(code, division.stages, division.rounds_planned, len(division.players), division.cycles)[
            0
        ],
        *write_prizes(code, division.prizes, one_each=division.one_prize_each)[0],
    ]


def left_out(
    event: FileEvent,
) -> tuple[list[tuple[FileDivision, PlannedRounds]], list[tuple[FileDivision, Prize]]]:
    """Return the rounds of plans and the prizes that tsh does not have, each with its division."""
    rounds: list[tuple[FileDivision, PlannedRounds]] = []
    prizes: list[tuple[FileDivision, Prize]] = []
    for division in event.divisions:
        planned = write_plan(
            "", division.stages, division.rounds_planned, len(division.players), division.cycles
        )[1]
        rounds += [(division, each) for each in planned]
        prizes += [(division, each) for each in write_prizes("", division.prizes, one_each=False)[1]]
    return rounds, prizes


def codes_of(event: FileEvent) -> list[str]:
    """Return a name in tsh for each division: its letters and digits, unlike those of the others."""
    codes: list[str] = []
    for division in event.divisions:
        plain = re.sub(r"[^A-Za-z0-9]", "", division.name)[:20] or "D"
        wanted, number = plain, 2
        while wanted.lower() in {code.lower() for code in codes}:
            wanted, number = f"{plain}{number}", number + 1
        codes.append(wanted)
    return codes


def division_text(division: FileDivision, *, for_naspa: bool = False) -> str:
    """Return the lines of a division; for NASPA with the players' numbers there, and without further fields and
    rounds that have not begun.
    """
    played: dict[int, dict[int, FileMatch]] = {player.number: {} for player in division.players}
    for match in division.matches:
        for number in filter(None, (match.facts.first, match.facts.second)):
            played[number][match.facts.round] = match
    lines = [
        _player_line(player, played[player.number], division, for_naspa=for_naspa)
        for player in division.players
    ]
    return "\n".join(lines) + "\n"


def _player_line(
    player: FilePlayer, matches: Mapping[int, FileMatch], division: FileDivision, *, for_naspa: bool
) -> str:
    end = division.begun if for_naspa else division.rounds
    rounds = [_round(player.number, matches.get(number), number, division) for number in range(1, end + 1)]
    opponents, scores, boards, sides, free = zip(*rounds, strict=True) if rounds else ((), (), (), (), ())
    opponents, scores = _without_end(opponents), _without_end(scores)
    name = write_people(player.people)
    if for_naspa:
        name = add_number(name, player.licence)
        return write_line(name, min(player.rating or 0, _MOST_RATING), opponents, scores, {})
    fields: dict[str, Words] = {}
    if division.rounds:
        fields = {"board": tuple(map(str, boards)), "p12": tuple(map(str, sides))}
    if set(free) - {NOTHING}:
        fields[FIELD] = free
    if player.last_round is not None:
        last = matches.get(max(matches, default=0))
        missed = last is not None and last.facts.second is None and not last.facts.is_bye
        fields["off"] = (str(-division.forfeit_spread if missed else 0),)
    fields |= {
        key: tuple(text.split()) for key, text in (("class", player.group), ("team", player.team)) if text
    }
    if player.rated_games is not None:
        fields["lifeg"] = (str(player.rated_games),)
    return write_line(name, min(player.rating or 0, _MOST_RATING), opponents, scores, fields)


def _round(number: int, match: FileMatch | None, round_: int, division: FileDivision) -> _ROUND:
    """Return the opponent, score, board, side and word of `free_rounds` of a player in a round."""
    if match is None:
        return (0, 0, 0, 0, NOTHING) if round_ <= division.begun else (None, None, 0, 0, NOTHING)
    facts = match.facts
    if facts.second is None or facts.forfeited:
        spread = division.free_spread(number, facts)
        return 0, spread, 0, 0, write_free_round(facts, number, match.table, spread)
    is_first = facts.first == number
    own = facts.first_score if is_first else facts.second_score
    score = own if facts.outcome == "played" else None
    opponent = facts.second if is_first else facts.first
    word = PLAYED if facts.outcome == "played" and not (facts.first_score or facts.second_score) else NOTHING
    return opponent, score, match.table or 0, 1 if is_first else 2, word


def _without_end(numbers: Numbers) -> Numbers:
    """Return numbers without the unknown ones at the end, which tsh would count as rounds."""
    end = max((place for place, one in enumerate(numbers, start=1) if one is not None), default=0)
    return numbers[:end]


def _is_latin(text: str) -> bool:
    try:
        text.encode(_LATIN)
    except UnicodeEncodeError:
        return False
    return True
