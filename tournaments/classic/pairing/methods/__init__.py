"""Methods of pairing a round, a module each (pure)."""
