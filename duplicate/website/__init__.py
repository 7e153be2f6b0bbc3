"""Pages that join all kinds of play: events, seasons, the public site, archives, the first evening."""
