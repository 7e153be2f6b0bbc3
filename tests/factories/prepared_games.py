"""Prepared games as their maker types them, and what may not be told of them."""

from engine.rules import (
    load_rule_set,
)

RULES = load_rule_set("classic")


def tells(answer, secrets):
    text = answer.content.decode()
    return [secret for secret in secrets if secret in text]


TYPED = {"name": "Sunday", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
