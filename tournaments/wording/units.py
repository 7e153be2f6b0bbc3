"""Units with their number in words: each is filled in with a `count`."""

from django.utils.translation import ngettext_lazy

PLAYERS = ngettext_lazy("%(count)s player", "%(count)s players", "count")
ROUNDS = ngettext_lazy("%(count)s round", "%(count)s rounds", "count")
GAMES = ngettext_lazy("%(count)s game", "%(count)s games", "count")
MATCHES = ngettext_lazy("%(count)s match", "%(count)s matches", "count")
CLOCKS = ngettext_lazy("%(count)s clock", "%(count)s clocks", "count")
PRIZES = ngettext_lazy("%(count)s prize", "%(count)s prizes", "count")
RECEIPTS = ngettext_lazy("%(count)s receipt", "%(count)s receipts", "count")
PAGES = ngettext_lazy("%(count)s page", "%(count)s pages", "count")
SHEETS = ngettext_lazy("%(count)s sheet", "%(count)s sheets", "count")
SLIPS = ngettext_lazy("%(count)s slip", "%(count)s slips", "count")
CARDS = ngettext_lazy("%(count)s card", "%(count)s cards", "count")
BADGES = ngettext_lazy("%(count)s badge", "%(count)s badges", "count")
CERTIFICATES = ngettext_lazy("%(count)s certificate", "%(count)s certificates", "count")
