"""Memory of the processes."""

import gc
from importlib import import_module

from django.conf import settings


def keep_what_is_loaded() -> None:
    """Exempt all objects loaded by now from garbage collection; they stay as long as the process.

    Collecting them would take a tenth of a second each time, in which nobody is answered.
    """
    import_module(settings.ROOT_URLCONF)  # also loads the views, which the first request would load otherwise
    gc.collect()
    gc.freeze()
