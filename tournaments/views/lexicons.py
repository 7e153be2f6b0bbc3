"""Pages of lexicons: those that an organiser may use, and the loading of its own list: the file, the review, the
progress.

Users who run events see the lexicons; administrators load, since a lexicon is never deleted while its organiser is
here.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.tiles import load_tile_set
from tournaments import jobs
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.lexicons import additions
from tournaments.lexicons.forms import AdditionsForm, LexiconNameForm, ReadingForm, WordListForm, suggest_name
from tournaments.lexicons.imports import services
from tournaments.lexicons.imports.services import MOST_BYTES
from tournaments.lexicons.imports.source import FileKind, columns_of, unpack
from tournaments.lexicons.readings import describe_words
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import AddedWord, Lexicon, WordListFile
from tournaments.organisers.rights import Right, has_right
from tournaments.processes.memory import returns_memory
from tournaments.processes.own_process import TAKES_MUCH
from tournaments.views.jobs import reload_page, show_steps, stop_if_asked
from tournaments.views.pagination import PageOfList, find_part
from tournaments.views.permissions import arbitrator, for_organiser, organiser_of
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import message_for, tile_set_title

# The reasons why lines give no word, in the order of `engine.lexicon.list_review.Kind`.
KINDS = {
    "encoding": gettext_lazy("not in this encoding"),
    "capital": gettext_lazy("initial capital"),
    "apostrophe": gettext_lazy("apostrophe"),
    "hyphen": gettext_lazy("hyphen"),
    "digit": gettext_lazy("digit"),
    "abbreviation": gettext_lazy("abbreviation"),
    "space": gettext_lazy("more than one word"),
    "long": gettext_lazy("longer than 15 tiles"),
    "short": gettext_lazy("shorter than two tiles"),
    "letter": gettext_lazy("a letter missing from the tile set"),
    "sign": gettext_lazy("another character"),
}
STEPS = {
    FileKind.PAIR: [WordListFile.Step.LISTING, WordListFile.Step.REVIEWING],
    FileKind.TEXT: [WordListFile.Step.WAITING, WordListFile.Step.COMPILING],
}
READ = [WordListFile.Step.READING]  # of a large file, before its review
REFUSALS = {
    "lexicon_too_big": gettext_lazy("This is more than a lexicon can have: 8,388,608 words."),
    "hunspell_too_big": gettext_lazy("This hunspell dictionary has too many forms."),
    "hunspell_damaged": gettext_lazy(
        "These are not the two files of a hunspell dictionary, or one is damaged."
    ),
    "file_takes_much": TAKES_MUCH,
    "lexicon_taken": gettext_lazy("Another lexicon now has this name: choose another name."),
    "reading_changed": gettext_lazy("The file is now read differently: review it again."),
}


@require_safe
@for_organiser(Right.RUN_EVENTS)
def lexicon_list(request: HttpRequest) -> HttpResponse:
    """List the lexicons that the organiser may use."""
    organiser = organiser_of(request)
    counts = additions.count_additions()
    context = {
        "lexicons": [
            (one, tile_set_title(one.tile_set), counts.get(one.pk, 0)) for one in lexicons_offered()
        ],
        "may_load": has_right(arbitrator(request), organiser.pk, Right.ADMINISTER),
    }
    return render(request, "tournaments/lexicons/list.html", context)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
@returns_memory
def new_file(request: HttpRequest) -> HttpResponse:
    """Store an uploaded file for review."""
    posted = request.method == "POST"
    form = WordListForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        file, affixes = form.cleaned_data["file"], form.cleaned_data["affixes"]
        with refusals_in(form, "file"):
            kept = services.keep_file(
                data=file.read(),
                affixes=affixes.read() if affixes else None,
                file_name=file.name,
                language=get_language() or "en",
                by=arbitrator(request),
            )
            return redirect("word-list", kept.pk)
    context = {"form": form, "most_bytes": MOST_BYTES, "most_megabytes": MOST_BYTES >> 20}
    return render(request, "tournaments/lexicons/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
@returns_memory
def look_at_file(request: HttpRequest, word_list_id: int) -> HttpResponse:
    """Show what comes of a file and the button that loads it; then the progress, and the lexicon."""
    kept = get_object_or_404(WordListFile.objects.select_related("lexicon"), pk=word_list_id)
    if stopped := stop_if_asked(request, kept):
        return stopped
    form = LexiconNameForm(request.POST or None, initial={"name": kept.name or suggest_name(kept)})
    if request.method == "POST" and form.is_valid():
        number = request.POST.get("left_out", "")
        with refusals_in(form):
            services.ask_load(
                kept=kept,
                name=form.cleaned_data["name"],
                mark=request.POST.get("mark", ""),
                left_out=int(number) if number.isdecimal() and len(number) < 9 else 0,
                any_letters="any_letters" in request.POST,
            )
            return redirect("word-list", word_list_id)
    progress = jobs.progress_of(kept)
    under_way = progress in jobs.UNDER_WAY
    if answer := _progress_page(request, kept) if under_way else reload_page(request):
        return answer
    if not kept.review:
        unread = {"kept": kept, "progress": progress, "refused": _refused(kept)}
        return render(request, "tournaments/lexicons/unread.html", unread)
    if progress == "done":
        context = {"kept": kept, "lexicon": kept.lexicon, "tiles": tile_set_title(kept.tile_set)}
        return render(request, "tournaments/lexicons/done.html", context)
    if form.errors:
        # The form is at the end of a long page: focus shows it, with what is wrong.
        form.fields["name"].widget.attrs["autofocus"] = True
    context = _review_shown(kept) | {"progress": progress, "form": form}
    return render(request, "tournaments/lexicons/look.html", context, status=422 if form.errors else 200)


@require_POST
@for_organiser(Right.ADMINISTER)
@returns_memory
def read_again(request: HttpRequest, word_list_id: int) -> HttpResponse:
    """Read a file in the way that the user chose."""
    kept = get_object_or_404(WordListFile, pk=word_list_id)
    form = ReadingForm(request.POST, kept=kept, columns=_columns(kept))
    if form.is_valid():
        try:
            services.read_again(kept=kept, reading=form.reading())
        except jobs.REFUSED as error:
            messages.error(request, message_for(error))
    else:
        messages.error(request, " ".join(str(one) for errors in form.errors.values() for one in errors))
    return redirect("word-list", word_list_id)


def _progress_page(request: HttpRequest, kept: WordListFile) -> HttpResponse:
    steps = (
        STEPS.get(FileKind(kept.kind), STEPS[FileKind.TEXT])
        if kept.review or kept.kind == FileKind.PAIR
        else READ
    )
    if words := kept.review.get("words"):
        title = ngettext("%(shown)s word is being loaded", "%(shown)s words are being loaded", words)
        title %= {"shown": number_format(words, force_grouping=True)}
        hint = gettext(
            "You may leave this page. If the program is stopped, nothing is loaded and you can start again."
        )
    else:
        title = gettext("The file is being read")
        hint = gettext(
            "A large file takes up to some minutes. You then review the words; nothing is loaded yet."
        )
    back = (reverse("lexicons"), gettext("All lexicons"))
    name = kept.name or kept.file_name
    return show_steps(request, kept, steps, page="lexicons", back=back, name=name, title=title, hint=hint)


def _review_shown(kept: WordListFile) -> dict[str, Any]:
    return {
        "kept": kept,
        "reading": ReadingForm(kept=kept, columns=_columns(kept)),
        "tiles": tile_set_title(kept.tile_set),
        "review": kept.review,
        "left_out": [(KINDS[one["kind"]], one["count"], one["examples"]) for one in kept.review["left_out"]],
        "mark": services.tag_word_list_review(kept),
        "refused": _refused(kept),
    }


def _refused(kept: WordListFile) -> str | Promise:
    return REFUSALS.get(kept.refused, "")


def _columns(kept: WordListFile) -> list[list[str]]:
    is_open = kept.kind == FileKind.TABLE and kept.lexicon_id is None
    return columns_of(unpack(kept)) if is_open else []


@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def lexicon_additions(request: HttpRequest, lexicon_id: int) -> HttpResponse:
    """Show what the organiser adds to a lexicon; add words, or remove one."""
    lexicon = get_object_or_404(lexicons_offered(), pk=lexicon_id)
    if "remove" in request.POST:
        return _remove_addition(request, lexicon)
    form = AdditionsForm(request.POST or None)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        with refusals_in(form, "words"):
            count = additions.add_words(
                lexicon=lexicon, text=said["words"], note=said["note"], by=arbitrator(request)
            )
            readings = describe_words(said["words"], load_tile_set(lexicon.tile_set))
            messages.success(request, " ".join([gettext("Added: {count}.").format(count=count), *readings]))
            return redirect("lexicon-additions", lexicon_id)
    rows = additions.additions_to(lexicon.name)
    part: PageOfList[AddedWord] = find_part(request.GET, lambda text: rows.filter(word__icontains=text))
    context = {"lexicon": lexicon, "form": form, "part": part}
    return render(request, "tournaments/lexicons/additions.html", context, status=422 if form.errors else 200)


def _remove_addition(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    try:
        additions.remove_word(lexicon=lexicon, word=request.POST["remove"], by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    return redirect("lexicon-additions", lexicon.pk)
