"""The tables of a page as people see them: lines of cells, without what is only for screen readers or narrow phones."""

from html.parser import HTMLParser

BLANK = {"br", "img", "input", "link", "meta", "use", "path", "rect", "line", "circle", "polyline", "hr"}

UNSEEN = {"visually-hidden", "narrow-only"}


class _Tables(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tables, self.cell, self.hidden = [], None, 0

    def handle_starttag(self, tag, attrs):
        classes = (dict(attrs).get("class") or "").split()
        if self.hidden or not UNSEEN.isdisjoint(classes):
            self.hidden += tag not in BLANK
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in {"td", "th"} and self.tables:
            self.cell = []

    def handle_endtag(self, tag):
        if self.hidden:
            self.hidden -= 1
        elif tag in {"td", "th"} and self.cell is not None:
            self.tables[-1][-1].append(" ".join("".join(self.cell).split()))
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None and not self.hidden:
            self.cell.append(data)


def tables_of(html):
    reader = _Tables()
    reader.feed(html)
    return reader.tables


def cells_of(html):
    """Return the only table of a page."""
    (table,) = tables_of(html)
    return table
