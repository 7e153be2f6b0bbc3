"""`{% load bars %}`: bars as inline SVG. A table beside them has the same values."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from duplicate.standings.rules.charts import Bin, found_chart, lost_chart, scores_chart
from duplicate.standings.rules.round_statistics import RoundWithSolo
from tournaments.reports.svg_charts import bars_svg

register = template.Library()


@register.simple_tag
def bin_bars(bins: Sequence[Bin], title: str) -> SafeString:
    """Draw how many players had which scores."""
    return bars_svg(scores_chart(bins, title))


@register.simple_tag
def found_bars(rounds: Sequence[RoundWithSolo], title: str) -> SafeString:
    """Draw how many players found the top of each round."""
    return bars_svg(found_chart(rounds, title))


@register.simple_tag
def lost_bars(rounds: Sequence[RoundWithSolo], title: str) -> SafeString:
    """Draw what the players lost of each top."""
    return bars_svg(lost_chart(rounds, title))
