"""A hall of 1,500 players for the commands that measure: created directly, in a database of its own."""

import random
import uuid
from collections.abc import Sequence

from django.contrib.auth.models import User

from duplicate.games import services as game_services
from duplicate.judging import RoundPosition, WrittenSlip
from duplicate.models import Round, Ruling, Slip
from duplicate.positions.board_state import position_of
from duplicate.rounds import top_search
from engine import movegen
from engine.duplicate_games import simulate
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.scoring import ScoredMove
from engine.tiles import TileSet
from tournaments.lexicons.services import register_built_in
from tournaments.models import Entry, Player
from tournaments.time import clock
from tournaments.tokens import hash_token

PLAYERS, ROUNDS = 1500, 20
FIRST, SECOND = ("H4", "TRAINER", 66), "BOTHSEA"
BETTER_MOVES = 200


class Hall:
    """A game by the FISF's rules, after its first round; `by` is its arbitrator."""

    def __init__(self) -> None:
        register_built_in()
        self.by = User.objects.create_user("bench")
        self.game = game_services.create_game(
            name="Bench", by=self.by, lexicon="english", notation="duplicate", rules=load_rule_set("fisf")
        )
        players = Player.objects.bulk_create(Player.named(f"Player Number {n}") for n in range(PLAYERS))
        self.entries = Entry.objects.bulk_create(
            Entry(event=self.game.event, player=player, table=table)
            for table, player in enumerate(players, start=1)
        )
        self._announced(1, *FIRST)

    def give_phones(self) -> list[str]:
        """Give every entry a phone; return the hashes of their tokens."""
        for entry in self.entries:
            entry.token_hash = hash_token(f"token of {entry.table}")
        Entry.objects.bulk_update(self.entries, ["token_hash"])
        return [str(entry.token_hash) for entry in self.entries]

    def close_round(self, rack: str) -> Round:
        """Create the second round, closed, with its slips not yet judged."""
        return Round.objects.create(game=self.game, number=2, rack=rack, state=Round.State.CLOSED)

    def play_on(self, second: Round, slips: Sequence[WrittenSlip]) -> None:
        """Announce the second round, and create further rounds with the same rulings, dealt out anew."""
        Round.objects.filter(pk=second.pk).update(
            state=Round.State.ANNOUNCED,
            announced_at=clock.now(),
            score=80,
            top_score=80,
            tops=_tops("H4", "TRAINER"),
        )
        rulings = list(Ruling.objects.all())
        for number in range(3, ROUNDS + 1):
            stored = self.hand_in(self._announced(number, "H4", "TRAINER", 80), slips)
            dealt = random.Random(number).sample(rulings, PLAYERS)
            Ruling.objects.bulk_create(_ruling_like(*pair) for pair in zip(dealt, stored, strict=True))

    def open_round(self) -> tuple[Round, list[WrittenSlip]]:
        """Create the next round and find its top; return it with a slip for each player that nobody has
        handed in yet.
        """
        number = self.game.rounds.count() + 1
        round_ = Round.objects.create(
            game=self.game,
            number=number,
            rack=self._lay_out_a_game(),
            state=Round.State.OPEN,
            remaining_ms=180_000,
        )
        top_search.find_top(round_.pk)
        moves = _moves(position_of(round_))[:BETTER_MOVES]
        chance = random.Random(5)
        return round_, [_written(chance.choice(moves), self.game.tiles) for _player in range(PLAYERS)]

    def slips_like_those_of_people(self, position: RoundPosition, chance: random.Random) -> list[WrittenSlip]:
        """Make realistic slips: most for one of the better moves, a fifth with something wrong."""
        moves = _moves(position)
        slips = []
        for _player in range(PLAYERS):
            best = _written(moves[min(int(chance.expovariate(1 / 120)), len(moves) - 1)], position.tiles)
            word, reference, score = best.word, best.reference, best.stated_score or 0
            wrong = chance.random()
            if wrong < 0.05:
                best = WrittenSlip(word, reference, chance.choice([None, score + 1, score - 1]))
            elif wrong < 0.10:
                best = WrittenSlip(word, chance.choice(["", "A1", "H7", "8G", "15A"]), score)
            elif wrong < 0.15:
                best = WrittenSlip(chance.choice([word[:-1], word[::-1], word + "S"]), reference, score)
            elif wrong < 0.20:
                best = WrittenSlip(word[:-1] + "E", reference, score + 3)
            slips.append(best)
        return slips

    def hand_in(self, round_: Round, slips: Sequence[WrittenSlip]) -> list[Slip]:
        """Store the slips of the first tables, as slips from phones."""
        return Slip.objects.bulk_create(
            Slip(
                round=round_,
                entry=entry,
                client_id=uuid.uuid4(),
                word=slip.word,
                reference=slip.reference,
                stated_score=slip.stated_score,
                received_at=clock.now(),
            )
            for entry, slip in zip(self.entries, slips, strict=False)
        )

    def _lay_out_a_game(self) -> str:
        """Give the rounds the racks and moves of a real game, so that it can be replayed; return the next
        rack.
        """
        tiles = self.game.tiles
        played = simulate.play_rounds(
            seed="bench", lexicon=load_lexicon(self.game.lexicon), tiles=tiles, rules=RuleSet()
        )
        for round_ in self.game.rounds.order_by("number"):
            real = next(played)
            assert real.placed is not None
            reference, word = real.placed.move.text(tiles)
            Round.objects.filter(pk=round_.pk).update(
                rack=real.rack.text(tiles), word=word, reference=reference
            )
        return next(played).rack.text(tiles)

    def _announced(self, number: int, reference: str, word: str, score: int) -> Round:
        return Round.objects.create(
            game=self.game,
            number=number,
            rack=word,
            state=Round.State.ANNOUNCED,
            announced_at=clock.now(),
            reference=reference,
            word=word,
            score=score,
            top_score=score,
            tops=_tops(reference, word),
        )


def _tops(reference: str, word: str) -> list[dict[str, object]]:
    return [{"reference": reference, "word": word, "preferred": True}]


def _moves(position: RoundPosition) -> Sequence[ScoredMove]:
    return movegen.all_moves(position.board, position.rack, position.lexicon, position.tiles)


def _written(scored: ScoredMove, tiles: TileSet) -> WrittenSlip:
    reference, word = scored.move.text(tiles)
    return WrittenSlip(word, reference, scored.score)


def _ruling_like(old: Ruling, slip: Slip) -> Ruling:
    return Ruling(
        slip=slip,
        score=old.score,
        worth=old.worth,
        sanction=old.sanction,
        code=old.code,
        params=old.params,
    )
