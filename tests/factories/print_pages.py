"""The Print page of an event and its files, as a browser gets them."""

from io import BytesIO

from django.urls import reverse
from pypdf import PdfReader


def place(game, name="standings", kind="game"):
    return [game.event_id, kind, game.pk if kind == "game" else game.event_id, name]


def page_of(desk, game):
    return desk.get(reverse("print", args=[game.event_id])).content.decode()


def file_of(desk, game, file_kind="pdf", name="standings", kind="game", **chosen):
    return desk.get(reverse("document-file", args=[*place(game, name, kind), file_kind]), chosen)


def text_of(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
