"""Rule sets: the settings that a club can choose for a duplicate game (see `rule_set`)."""

from engine.rules.rule_set import (
    CLASSIC,
    RuleSet,
    all_settings,
    differences,
    group_labels,
    group_names,
    load_rule_set,
    rule_set_names,
)

__all__ = [
    "CLASSIC",
    "RuleSet",
    "all_settings",
    "differences",
    "group_labels",
    "group_names",
    "load_rule_set",
    "rule_set_names",
]
