"""How Isotop runs: settings, processes, addresses."""

import gc

# Loading makes half a million objects that stay: Python would search them for garbage after every 700 new ones.
gc.set_threshold(50_000)
