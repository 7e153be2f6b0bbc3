"""The arbitrator's handbook inside the program: a laptop in a hall may have no internet."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_safe

from duplicate.website.handbook import CHAPTERS, MARK, find_outdated

FOLDER: Path = settings.FILES_DIR / "docs"
# The file without a language in its name is English.
PAGES = {"en": FOLDER / "handbook.md"} | {
    page.name.split(".")[1]: page for page in sorted(FOLDER.glob("handbook.*.md"))
}
PICTURES = FOLDER / "pictures"


@require_safe
def in_own_language(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view takes a request
    """Redirect to the handbook in the language of the page with the link."""
    language = get_language() or ""
    return redirect("handbook", language if language in PAGES else "en")


@require_safe
def handbook(request: HttpRequest, language: str) -> HttpResponse:
    if language not in PAGES:
        raise Http404
    text = mark_safe(_render_html(language))  # noqa: S308 - from our own document, its markup escaped
    context = {"text": text, "language": language, "foreign": get_language() not in PAGES}
    return render(request, "website/handbook.html", context)


@require_safe
def picture(request: HttpRequest, language: str, file_name: str) -> HttpResponse:  # noqa: ARG001 - a view takes a request
    """Send a picture of the handbook; its address fits the relative links of the document."""
    found = {path.name: path for path in PICTURES.glob("*.png")}.get(file_name)
    if language not in PAGES or found is None:
        raise Http404
    return HttpResponse(found.read_bytes(), content_type="image/png")


@cache
def _render_html(language: str) -> str:
    """Return the handbook of a language as HTML, its chapters marked with their keys.

    Raises:
        ValueError: the number of its chapters is not the number of keys.
    """
    page = PAGES[language]
    from markdown_it import MarkdownIt  # noqa: PLC0415 - the handbook alone needs it

    text = page.read_text(encoding="utf-8")
    for other, its_page in PAGES.items():
        text = re.sub(rf"\]\({re.escape(its_page.name)}\)", f"](../{other}/)", text)
    before, *chapters = str(MarkdownIt("js-default").render(MARK.sub("", text))).split("<h2>")
    if len(chapters) != len(CHAPTERS):
        raise ValueError(f"{page.name} has {len(chapters)} chapters, and CHAPTERS {len(CHAPTERS)}")
    english = PAGES["en"].read_text(encoding="utf-8")
    outdated = () if language == "en" else find_outdated(text, english)
    parts = [(key, *chapter.split("</h2>", 1)) for key, chapter in zip(CHAPTERS, chapters, strict=True)]
    return before + "".join(
        f'<h2 id="{key}">{title}</h2>{_render_note(language, key) if key in outdated else ""}{body}'
        for key, title, body in parts
    )


def _render_note(language: str, key: str) -> str:
    """Return the note on a chapter that is behind, in the language of the handbook, as a link to the English one."""
    with override(language):
        note = gettext("This chapter is older than its English.")
    return format_html('<p class="message"><a href="../en/#{}">{}</a></p>', key, note)
