"""The review of a pasted list of players (`tournaments.events.registration.pasted_list`) on a page."""

from typing import Any

from tournaments.events.registration.pasted_list import NEW, PastedReview


def review_shown(review: PastedReview, address: str) -> dict[str, Any]:
    """Return what the template `tournaments/pasted_list.html` shows; `address` takes the confirmed list."""
    counts = review.counts
    entering = len(review.entering)
    return {
        "pasted": review.lines,
        "counts": counts,
        "entering": entering,
        "new_people": counts[NEW],
        "ready": entering and not counts["wrong"] + counts["open"],
        "mark": review.mark,
        "enter_address": address,
        "has_tables": any(line.planned.details.table for line in review.lines),
    }
