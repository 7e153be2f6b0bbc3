"""The position of each piece of text on the pages of a document, as its fonts measure it."""

from dataclasses import dataclass, replace
from io import BytesIO

from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

# The height of letters as a share of their size, above and below the line.
ASCENT, DESCENT = 0.75, 0.2


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of a cell or of a paragraph, in points from the lower left."""

    text: str
    left: float
    right: float
    low: float
    high: float

    def overlaps(self, other):
        # Half a point is what rounding may do.
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0.5 and min(self.high, other.high) - max(self.low, other.low) > 0.5


def printed_pieces(pdf):
    """Return the pieces of each page, in the order in which they were drawn."""
    return [_pieces(page) for page in PdfReader(BytesIO(pdf)).pages]


def _pieces(page):
    found = []
    # ReportLab narrows the spaces of a line that is a little too long.
    spaces = {"set": 0.0, "drawn": 0.0}

    def note_spaces(operator, operands, *_matrices):
        if operator == b"Tw":
            spaces["set"] = float(operands[0])
        elif operator == b"Tj":
            spaces["drawn"] = spaces["set"]

    def visit(text, matrix, text_matrix, font, size):
        if not text.strip():
            return
        name = "Isotop-" + font["/BaseFont"].rpartition("-")[2]
        x = text_matrix[4] * matrix[0] + matrix[4]
        y = text_matrix[5] * matrix[3] + matrix[5]
        for number, printed in enumerate(text.strip("\n").split("\n")):
            assert number == 0, f"one line a piece: {text!r}"
            line = printed.rstrip()
            right = x + stringWidth(line, name, size) + line.count(" ") * spaces["drawn"]
            before = found[-1] if found else None
            if before and (before.left, before.low) == (x, y - DESCENT * size):
                # The next font of the same line.
                found[-1] = replace(before, text=before.text + printed, right=before.right + right - x)
                continue
            found.append(Piece(line, x, right, y - DESCENT * size, y + ASCENT * size))

    page.extract_text(visitor_operand_before=note_spaces, visitor_text=visit)
    return found


def overlapping(pieces):
    """Return pairs of overlapping pieces."""
    rows = sorted(pieces, key=lambda piece: piece.low)
    pairs = []
    for place, one in enumerate(rows):
        for other in rows[place + 1 :]:
            if other.low > one.high:
                break
            if one.overlaps(other):
                pairs.append((one, other))
    return pairs
