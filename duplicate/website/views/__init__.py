"""Views of the pages that join all kinds of play."""
