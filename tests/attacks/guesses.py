"""One address that guesses without a pause: codes of games and of tables, and links for logging in. It is told of few,
and phones at the same address go on, in the next game too.
"""

import random

from tests.attacks.ground import flood, time_slip, unique_name
from tests.http_client import wait_until
from tournaments.accounts.rate_limit import GuessKind
from tournaments.codes import ALPHABET, TABLE_LENGTH

CONNECTIONS, ENOUGH, STRANGER = 16, 300, "127.0.0.76"
GAME_LENGTH = 5
# Each process that serves pages counts for itself, and some requests are on their way when it has counted enough.
PROCESSES, ON_THEIR_WAY = 4, 32
LONGEST = 3.0


def attack(ground):
    code = ground.desk.new_game("Guesses")
    (honest,) = ground.phones(code, unique_name("Honest"))
    ground.desk.do(code, "draw", "open", "start")
    own = (STRANGER, "GET", f"/api/v1/games/{code}/me/", None, {"Authorization": f"Bearer {honest.token}"})
    assert ground.ask_from(*own) == 200
    told = []
    for name, (kind, make_path) in _guesses().items():
        most = kind.value * PROCESSES + ON_THEIR_WAY
        with flood(
            CONNECTIONS, lambda _n, make=make_path: ground.ask_from(STRANGER, "GET", make())
        ) as statuses:
            wait_until(lambda asked=statuses: asked.count(429) > ENOUGH, 60, f"{name} are refused")
            slowest = max(time_slip(honest, code) for _each in range(3))
        assert set(statuses) <= {404, 410, 429}, f"{name} got {sorted(set(statuses))}"
        answered = len(statuses) - statuses.count(429)
        assert answered <= most, f"{answered} of {len(statuses)} {name} were answered"
        assert slowest < LONGEST, f"a receipt took {slowest:.1f} s beside {name}"
        told.append(f"{answered} of {len(statuses)} {name}")
    assert ground.ask_from(*own) == 200, "a phone at the same address is shut out"
    _play_the_next_game(ground)
    return f"{', '.join(told)} were answered"


def _play_the_next_game(ground):
    """Check that every process knows what a desk opens at the address that guessed."""
    code = ground.desk.new_game("After guesses")
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in ground.desk.cookies)
    assert ground.ask_from(STRANGER, "GET", f"/desk/{code}/", None, {"Cookie": cookies}) == 200
    statuses = {ground.ask_from(STRANGER, "GET", f"/api/v1/games/{code}/") for _each in range(5 * PROCESSES)}
    assert statuses == {200}, f"a new game gets {sorted(statuses)}"


def _guesses():
    """Return what is guessed by its name: its kind, and how an address is made."""
    return {
        "codes of games": (GuessKind.CODE, lambda: f"/api/v1/games/{_code(GAME_LENGTH)}/"),
        "codes of tables": (GuessKind.CODE, lambda: f"/api/v1/tables/{_code(TABLE_LENGTH)}/"),
        "links": (GuessKind.LINK, lambda: f"/welcome/MQ.abc-{_code(32)}/"),
    }


def _code(length):
    return "".join(random.choices(ALPHABET, k=length))
