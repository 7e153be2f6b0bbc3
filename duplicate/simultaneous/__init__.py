"""One game played in many rooms: envelopes, results and merged standings."""
