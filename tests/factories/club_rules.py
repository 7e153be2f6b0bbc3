"""Rule sets of a club, and the form that changes them."""

from dataclasses import replace

from django.http import QueryDict

from duplicate.forms.rule_set import RulesForm
from engine.rules import (
    all_settings,
    load_rule_set,
)

FISF = load_rule_set("fisf")


def five_warnings(name="Lyon"):
    return replace(FISF, name=name, sanctions=replace(FISF.sanctions, free_warnings=5))


def form_data(rules):
    """Return the data that a browser sends for a form that shows these rules."""
    form = RulesForm(rules=rules, base=rules)
    data = QueryDict(mutable=True)
    data["name"] = rules.name
    for path, _setting in all_settings():
        bound = form[path]
        value = bound.value()
        if hasattr(bound.field.widget, "widgets"):
            for number, part in enumerate(bound.field.widget.decompress(bound.initial)):
                data[f"{path}_{number}"] = part
        elif value is not False and value is not None:
            data[path] = "on" if value is True else str(value)
    return data
