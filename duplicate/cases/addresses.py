"""Addresses of worked cases, and typed cases as the query of an address."""

from urllib.parse import urlencode

from django.urls import reverse

from duplicate.cases.worked_cases import CaseFile, WorkedCase, nearest_rule_set
from engine.rules import (
    RuleSet,
)


def cases_address(rules: RuleSet, reason: str = "") -> str:
    """Return the address of the cases for these rules, at the first one with this reason of a verdict."""
    address = reverse("worked-cases", args=[nearest_rule_set(rules)])
    return f"{address}#why-{reason}" if reason else address


def what_if_address(case: WorkedCase, file: CaseFile, rule_set: str) -> str:
    """Return the address of the page on which this case can be changed."""
    slip = case.slip
    query: dict[str, object] = {
        "rule_set": rule_set,
        "lexicon": file.lexicon,
        "notation": file.convention,
        "board": "\n".join(case.position.moves),
        "rack": file.tiles.decode_rack(case.position.rack),
        "round_number": case.position.round_number,
        "warnings": case.warnings,
    }
    if slip is None:
        query["no_slip"] = "on"
    else:
        query |= {"word": slip.word, "reference": slip.reference, "score": slip.stated_score}
        query |= {name: "on" for name in ("late", "illegible", "several") if getattr(slip, name)}
    return f"{reverse('what-if')}?{urlencode({key: value for key, value in query.items() if value not in {'', None}})}"
