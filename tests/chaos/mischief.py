"""Failures of a hall: processes die, the disk is full, the clock jumps, the line is cut. Each act undoes
itself.
"""

import time


def acts(program):
    """Return the failures that this program can be put through, by name; or the reason why one is not
    possible.
    """
    found = {f"kill {name}": _killing(program, part) for name, part in program.parts.items()}
    found["fill the disk"] = _filling(program) if program.volume.small else "no small volume could be mounted"
    found["move the clock"] = _moving(program)
    found["cut the line"] = _cutting(program)
    return found


def _killing(program, part):
    def act(chance):
        part.kill()
        time.sleep(chance.uniform(0, 2))
        program.revive()

    return act


def _filling(program):
    def act(chance):
        program.volume.fill()
        time.sleep(chance.uniform(1, 4))
        program.volume.clear()
        program.revive()

    return act


def _moving(program):
    def act(chance):
        """Set the machine's clock wrong by up to ten seconds, then right again."""
        program.shift_clock(chance.uniform(-10, 10))
        time.sleep(chance.uniform(1, 4))
        program.shift_clock(0)

    return act


def _cutting(program):
    def act(chance):
        for _cut in range(3):
            program.line.cut()
            time.sleep(chance.uniform(0, 0.5))
            program.line.mend()
            time.sleep(chance.uniform(0, 0.5))

    return act
