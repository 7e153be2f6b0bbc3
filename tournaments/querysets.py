"""Parts of queries for lists: how many rows belong to each one listed, and words to search for."""

from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce


def count_of(rows: QuerySet[Any], field: str, outer: str = "pk") -> Coalesce:
    """Count the rows whose `field` is the listed row, by a subquery.

    Several counts of one list are so counted each for itself: two joins would count their product.
    """
    of_one = rows.filter(**{field: OuterRef(outer)}).order_by().values(field)
    counted = of_one.annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def words_in(text: str, *fields: str) -> Q:
    """Select the rows that have each word of `text` in one of the fields, whatever the case.

    SQLite ignores the case of ASCII alone, so other letters are also searched for as they are usually written.
    """
    found = Q()
    for word in text.split():
        spellings = {word} if word.isascii() else {word, word.lower(), word.upper(), word.title()}
        one = Q()
        for field in fields:
            for spelling in spellings:
                one |= Q(**{f"{field}__icontains": spelling})
        found &= one
    return found
