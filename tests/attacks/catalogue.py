"""All attacks by name. An attack is a function of the ground: it asserts that the attack fails, and returns a sentence
about what happened, with figures where there are any.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.attacks import (
    dotted_keys,
    dripping_server,
    endless_bodies,
    endless_heads,
    excel_bombs,
    false_archives,
    false_name,
    files_and_slips,
    floods,
    full_disk,
    guesses,
    half_heads,
    helper_link,
    hostile_files,
    http2,
    large_racks,
    many_joins,
    new_names,
    other_organiser,
    own_game,
    pictures,
    running_restore,
    silent_sockets,
    slow_body,
    slow_readers,
    words_of_others,
)
from tests.attacks.ground import EMBEDDED, PRODUCTION, Ground

BOTH = (EMBEDDED, PRODUCTION)


@dataclass(frozen=True)
class Attack:
    name: str
    attack: Callable[[Ground], str]
    settings: tuple[str, ...] = BOTH

    def run(self, ground: Ground) -> str:
        """Attack where no earlier attack, nor an earlier try of this one, has a round in progress."""
        ground.cancel_rounds()
        return self.attack(ground)


ATTACKS: tuple[Attack, ...] = (
    Attack("slow_body", slow_body.attack),
    Attack("dotted_keys", dotted_keys.attack),
    Attack("helper_link", helper_link.attack),
    Attack("endless_bodies", endless_bodies.attack),
    Attack("endless_heads", endless_heads.attack),
    Attack("dripping_server", dripping_server.attack),
    Attack("half_heads", half_heads.attack),
    Attack("silent_sockets", silent_sockets.attack),
    Attack("slow_readers", slow_readers.attack),
    Attack("excel_bombs", excel_bombs.attack),
    Attack("false_archives", false_archives.attack),
    Attack("files_and_slips", files_and_slips.attack),
    Attack("hostile_files", hostile_files.attack),
    Attack("http2", http2.attack, (PRODUCTION,)),
    Attack("pictures", pictures.attack),
    Attack("full_disk", full_disk.attack, (EMBEDDED,)),
    Attack("floods", floods.attack),
    Attack("own_game", own_game.attack),
    Attack("large_racks", large_racks.attack),
    Attack("guesses", guesses.attack),
    Attack("new_names", new_names.attack),
    Attack("false_name", false_name.attack),
    Attack("many_joins", many_joins.attack),
    Attack("running_restore", running_restore.attack),
    Attack("words_of_others", words_of_others.attack),
    # Last: from here on there are two organisers.
    Attack("other_organiser", other_organiser.attack),
)
