"""QR codes on paper: drawn as the code says, module by module, and once a file."""

import pypdfium2
import pytest
import segno

from tests.factories.documents import PAPER
from tournaments.printing.pdf.pages import draw_pages
from tournaments.printing.pdf.qr_codes import draw_code

LEFT, BOTTOM, SIDE = 50, 400, 200
DOTS_A_POINT = 4


def drawn(*texts):
    pages = [lambda canvas, text=text: draw_code(canvas, text, LEFT, BOTTOM, SIDE) for text in texts]
    return draw_pages(pages=pages, title="Codes", paper=PAPER)


@pytest.mark.parametrize("text", ["AAAB2", "https://play.example/join/S8MU8#AAAB2", "é " * 60])
def test_each_module_is_where_it_belongs(text):
    page = pypdfium2.PdfDocument(drawn(text))[0]
    picture = page.render(scale=DOTS_A_POINT).to_pil().convert("L")
    modules = segno.make_qr(text, error="m").matrix
    module, top = SIDE / len(modules), page.get_height() - BOTTOM - SIDE

    def seen(row, column):
        return picture.getpixel(
            tuple(
                int(DOTS_A_POINT * (start + (place + 0.5) * module))
                for start, place in ((LEFT, column), (top, row))
            )
        )

    rows = range(len(modules))
    assert [[seen(row, column) < 128 for column in rows] for row in rows] == [
        list(map(bool, row)) for row in modules
    ]


def test_dark_modules_side_by_side_have_no_gap():
    page = pypdfium2.PdfDocument(drawn("AAAB2"))[0]
    module = SIDE / len(segno.make_qr("AAAB2", error="m").matrix)
    # The upper edge of the finder pattern in the corner is seven dark modules.
    row = int(DOTS_A_POINT * (page.get_height() - BOTTOM - SIDE + module / 2))
    picture = page.render(scale=DOTS_A_POINT).to_pil().convert("L")
    edge = [
        picture.getpixel((x, row))
        for x in range(DOTS_A_POINT * LEFT + 2, int(DOTS_A_POINT * (LEFT + 7 * module)) - 2)
    ]
    assert set(edge) == {0}


def test_a_file_has_each_code_once():
    assert drawn(*["AAAB2"] * 10, "AAAC3").count(b"/Subtype /Form") == 2
