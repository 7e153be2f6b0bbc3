"""The form of a division, as it comes."""

import re

# Other fields of a division's form, with their defaults.
USUAL_SETTINGS = {
    "rounds_ahead": 0,
    "opponents": "halves",
    "prize_places": 1,
    "quarters": "324",
    "cycles": 1,
    "legs": 1,
    "groups_by": "number",
    "first_table": 1,
    "missed_late": "nothing",
    "missed_left": "nothing",
    "tie_break": "spread",
    "bye_spread": 50,
    "forfeit_spread": 50,
    "match_rules": "championship",
    "clock_minutes": 25,
    "rating_system": "elo",
}


def make_division_by_form(desk, fields):
    """Post the form of a new tournament as an arbitrator does; return the path of its division."""
    fields = fields | {"lexicon": desk.english_lexicon()}
    event = desk.post_form("/events/new-tournament/", fields).headers["Location"]
    return re.search(r"/events/\d+/divisions/\d+/", event + desk.get(event).text)[0]
