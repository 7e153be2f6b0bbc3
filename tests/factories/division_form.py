"""The form of a division, as it comes."""

# Other fields of a division's form, with their defaults.
USUAL_SETTINGS = {
    "rounds_ahead": 0,
    "opponents": "halves",
    "prize_places": 1,
    "quarters": "324",
    "cycles": 1,
    "legs": 1,
    "tie_break": "spread",
    "bye_spread": 50,
    "forfeit_spread": 50,
    "match_rules": "championship",
    "clock_minutes": 25,
}
