"""The desk's answer about overtime that is in doubt, as every page that enters results sends it."""

from django.http import HttpRequest


def read_overtime_answer(request: HttpRequest) -> bool | None:
    """Return the desk's decision on overtime in doubt; None before it is asked."""
    return {"off": True, "leave": False}.get(request.POST.get("overtime", ""))
