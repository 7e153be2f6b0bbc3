"""What the processes do about their memory."""

import gc
from importlib import import_module

from django.conf import settings


def keep_what_is_loaded() -> None:
    """Let the collector of garbage leave alone what is loaded by now, which stays as long as the process does. Going
    through all of it takes a tenth of a second each time, in which nobody is answered.
    """
    import_module(settings.ROOT_URLCONF)  # and with it the views, which would be loaded by the first request
    gc.collect()
    gc.freeze()
