"""Memory of the processes."""

import gc
from importlib import import_module

from django.conf import settings

from tournaments.processes import background

# What modules load on first use, as few commands need it: no request of a server should wait for it.
ON_FIRST_USE = ("engine.movegen", "babel.dates", "fsrs", "markdown_it", "openpyxl", "PIL.Image", "segno")


def keep_what_is_loaded() -> None:
    """Load what requests need, and exempt all objects from garbage collection; they stay as long as the process.

    Collecting them would take a tenth of a second each time, in which nobody is answered.
    """
    import_module(settings.ROOT_URLCONF)  # also loads the views, which the first request would load otherwise
    for name in ON_FIRST_USE:
        import_module(name)
    background.load()
    gc.collect()
    gc.freeze()
