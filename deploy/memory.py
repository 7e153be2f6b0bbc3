"""Memory of the processes."""

import gc
from importlib import import_module

from django.conf import settings

from tournaments.core.runtime import background


def keep_what_is_loaded() -> None:
    """Load what requests need, and exempt all objects from garbage collection; they stay as long as the process.

    Collecting them would take a tenth of a second each time, in which nobody is answered.
    """
    import_module(settings.ROOT_URLCONF)  # also loads the views, which the first request would load otherwise
    background.load()
    gc.collect()
    gc.freeze()
