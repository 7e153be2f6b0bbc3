"""Previews for the Print page: the first page of a document as a picture."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import Document, Options

WIDTH = 480


def preview_of(document: Document, subject: Any, options: Options, paper: Paper) -> bytes:
    """Return a PNG of the first page. Only that page of a long document is made; it names the number of all
    pages.
    """
    if document.keys is None:
        gathered = document.gather(subject, options)
    else:
        keys = document.keys(subject, options)
        a_page = document.keys_on_page(options)
        paper = replace(paper, pages=-(-len(keys) // a_page))
        gathered = document.gather(subject, options, keys[:a_page])
    return first_page(document.draw(gathered, paper))


def first_page(pdf: bytes) -> bytes:
    """Return the first page of a PDF as a PNG, `WIDTH` pixels wide, in its grey levels or colours."""
    from pypdfium2 import PdfDocument  # noqa: PLC0415 - loads a library that few processes need

    file = PdfDocument(pdf)
    try:
        page = file[0]
        picture = page.render(scale=WIDTH / page.get_width()).to_pil()
    finally:
        file.close()
    png = BytesIO()
    picture.convert("P", palette=1, colors=64).save(png, "PNG", optimize=True)
    return png.getvalue()
