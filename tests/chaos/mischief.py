"""Failures of a hall: processes die, the disk is full, the clock jumps, the line is cut, the laptop falls asleep. Each
act undoes itself.
"""

import time

SLEEP_SECONDS = 600


def acts(program):
    """Return the failures that this program can be put through, by name; or the reason why one is not
    possible.
    """
    found = {f"kill {name}": _killing(program, name) for name in program.parts}
    found["fill the disk"] = _filling(program) if program.volume.small else "no small volume could be mounted"
    found["set the clock back"] = _moving(program, -1)
    found["set the clock forward"] = _moving(program, 1)
    found["cut the line"] = _cutting(program)
    found["lose requests"] = _losing(program, "up")
    found["lose answers"] = _losing(program, "down")
    found["sleep for ten minutes"] = _sleeping(program)
    if clusters := getattr(program, "clusters", None):
        found["restart postgresql"] = _restarting(program)
        found["lose the primary"] = _losing_primary(program, clusters)
    return found


def _killing(program, name):
    def act(chance):
        # More than five seconds without any process are given back to the players.
        wait = (
            chance.uniform(6, 9) if name in program.vital and chance.random() < 0.3 else chance.uniform(0, 2)
        )
        if name not in program.vital:
            program.parts[name].kill()
            time.sleep(wait)
            program.revive()
            return
        with program.outage() as note_begin:
            program.parts[name].kill()
            note_begin()
            time.sleep(wait)
            program.revive()

    return act


def _filling(program):
    def act(chance):
        volume = program.volume
        volume.fill()
        time.sleep(chance.uniform(1, 4))
        volume.clear()
        program.revive()

    return act


def _moving(program, direction):
    def act(chance):
        """Set the machine's clock wrong by up to ten seconds; right again after a while, or it stays."""
        before = program.shift
        program.set_clock(before + direction * chance.uniform(1, 10))
        time.sleep(chance.uniform(1, 4))
        if chance.random() < 0.5:
            program.set_clock(before)

    return act


def _cutting(program):
    def act(chance):
        for _cut in range(3):
            program.line.cut()
            time.sleep(chance.uniform(0, 0.5))
            program.line.mend()
            time.sleep(chance.uniform(0, 0.5))

    return act


def _losing(program, way):
    def act(chance):
        """Lose one way for up to eight seconds; people without an answer give up after five, and try again."""
        program.line.lose(way)
        time.sleep(chance.uniform(2, 8))
        program.line.find(way)

    return act


def _sleeping(program):
    def act(chance):
        program.await_running_round(5)
        with program.outage(asleep=True) as note_begin, program.asleep():
            note_begin()
            time.sleep(chance.uniform(0.5, 2))
            program.shift_clock(program.shift + SLEEP_SECONDS)
        program.revive()

    return act


def _restarting(program):
    def act(_chance):
        with program.outage() as note_begin:
            program.clusters.primary.stop()
            note_begin()
            program.revive()

    return act


def _losing_primary(program, clusters):
    def act(chance):
        with program.outage():
            clusters.lose_primary()
        time.sleep(chance.uniform(0, 2))
        clusters.replace_lost()
        program.revive()

    return act
