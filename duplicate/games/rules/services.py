"""The club's own rule sets: copied from a preset or from each other, changed, deleted.

Invariants: a stored rule set is valid as a whole, and its name is unique. A game keeps the text that
it started with, whatever happens to the rule set that it was made from.
"""

from dataclasses import replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.presets import PRESETS, rule_set_title
from duplicate.models import ClubRules
from engine.rules import (
    RuleSet,
    differences,
)
from tournaments.errors import RuleViolation
from tournaments.time import clock

NAME_LENGTH = 40


@transaction.atomic
def copy_rules(*, rules: RuleSet, preset: str, name: str, by: User) -> ClubRules:
    """Store a copy of a rule set as the club's own; `preset` is the one that it is compared with.

    Raises:
        RuleViolation: the name is empty, too long, or taken.
    """
    own = ClubRules(preset=preset)
    return _keep(own, _give_unused_name(own, rules, name), by)


@transaction.atomic
def change_rules(*, club_rules: ClubRules, rules: RuleSet, seen: datetime | None, by: User) -> ClubRules:
    """Change the club's rules, including their name; `seen` is the time of change of the version that the
    user saw.

    Raises:
        RuleViolation: the name is invalid, or somebody else has changed or deleted the rules in the meantime.
    """
    own = lock_rules(club_rules)
    if own is None:
        raise RuleViolation("rules_gone", _("Somebody else has deleted these rules."))
    if own.changed_at != seen:
        raise RuleViolation(
            "rules_changed",
            _(
                "{name} has changed these rules in the meantime. Save again to replace those changes with "
                "yours."
            ),
            name=own.changed_by,
        )
    return _keep(own, _give_unused_name(own, rules, rules.name), by)


@transaction.atomic
def delete_rules(*, club_rules: ClubRules) -> None:
    """Delete a rule set of the club. Games that were made from it keep their text."""
    own = lock_rules(club_rules)
    if own:
        own.delete()


def lock_rules(club_rules: ClubRules) -> ClubRules | None:
    """Lock the rule set and return its current row; None if it has been deleted."""
    return ClubRules.objects.select_for_update(no_key=True, of=("self",)).filter(pk=club_rules.pk).first()


def free_name(name: str) -> str:
    """Return the name, with a number appended if it is taken."""
    taken = {other.casefold() for other in ClubRules.objects.values_list("name", flat=True)}
    taken |= _names_of_presets()
    name = name.strip()
    number, free = 1, name[:NAME_LENGTH].strip()
    while free.casefold() in taken:
        number += 1
        behind = f" ({number})"
        free = name[: NAME_LENGTH - len(behind)].strip() + behind
    return free


def _give_unused_name(own: ClubRules, rules: RuleSet, name: str) -> RuleSet:
    """Return the rules under a name that no other rule set has.

    Raises:
        RuleViolation: the name is empty, too long, or taken.
    """
    name = " ".join(name.split())
    if not name:
        raise RuleViolation("rules_name_missing", _("The rules need a name."))
    if len(name) > NAME_LENGTH:
        raise RuleViolation(
            "rules_name_too_long", _("This name is too long: at most {most} characters."), most=NAME_LENGTH
        )
    others = ClubRules.objects.exclude(pk=own.pk).values_list("name", flat=True)
    if name.casefold() in _names_of_presets() | {other.casefold() for other in others}:
        raise _name_taken(name)
    return replace(rules, name=name)


def _name_taken(name: str) -> RuleViolation:
    return RuleViolation(
        "rules_name_taken", _("Rules named “{name}” already exist."), name=rule_set_title(name)
    )


def _names_of_presets() -> set[str]:
    return {name.casefold() for preset, (title, _line) in PRESETS.items() for name in (preset, str(title))}


def _keep(own: ClubRules, rules: RuleSet, by: User) -> ClubRules:
    """Store the rules in the club's row. A new name alone does not count as a change: games with the old name
    play by the same rules.
    """
    if own.pk is None or differences(rules, own.rule_set):
        own.changed_at, own.changed_by = clock.now(), by
    own.name, own.rules = rules.name, rules.to_toml()
    own.full_clean(validate_unique=False)
    try:
        with transaction.atomic():
            own.save()
    except IntegrityError:
        # A concurrent transaction took the name.
        raise _name_taken(rules.name) from None
    return own
