"""Registration in an event: one player or pair, or what a whole list needs."""
