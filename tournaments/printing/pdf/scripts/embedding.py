"""Fonts in a PDF by glyph: each code stands for a glyph and the text that it says.

ReportLab's own embedding gives each code to a character, which is too little where a glyph stands for
several characters, or a character has several glyphs.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

import uharfbuzz as harfbuzz
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

from tournaments.printing.pdf.scripts.shaping import Glyph
from tournaments.printing.pdf.scripts.typefaces import Typeface

# Tables that say what is resolved already: which characters and shapes there are.
_LEFT_OUT = [
    int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"cmap", b"name", b"OS/2", b"STAT")
]
# Entries of one section of a map to Unicode, by its specification.
_MOST_ENTRIES = 100
_SYMBOLIC = 4

# Ascender, descender and the box of all glyphs, in thousandths of the size.
Extents = tuple[int, int, list[int]]


class EmbeddedFont:
    """A typeface at one weight in one document: a subset of its glyphs, numbered as they are first drawn."""

    def __init__(self, typeface: Typeface, weight: int, number: int) -> None:
        self.fontName = typeface.name(weight)
        self.resource = f"G{number}"
        self._typeface = typeface
        self._weight = weight
        # 0 is the glyph for missing characters, which is never drawn.
        self._codes: dict[tuple[int, str], int] = {}
        self._widths: list[float] = []

    def encode(self, glyph: Glyph, text: str) -> int:
        """Return the code of a glyph that stands for the text."""
        key = glyph.number, text
        if key not in self._codes:
            self._codes[key] = len(self._codes) + 1
            self._widths.append(glyph.width)
        return self._codes[key]

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - ReportLab's name
        """Add the font to the document, which calls this when all pages are drawn."""
        numbers, data, extents = self._subset()
        tag = sha256(repr(sorted(self._codes)).encode()).digest()[:6]
        name = PDFName(f"{''.join(chr(ord('A') + byte % 26) for byte in tag)}+{self.fontName}")
        descendant = self._descendant(doc, name, numbers, self._descriptor(doc, name, data, extents))
        font = PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/Type0",
                "BaseFont": name,
                "Encoding": "/Identity-H",
                "DescendantFonts": PDFArray([doc.Reference(descendant)]),
                "ToUnicode": doc.Reference(_stream(doc, _unicode_map(text for _glyph, text in self._codes))),
            }
        )
        doc.idToObject["BasicFonts"].dict[self.resource] = doc.Reference(font)

    def _descriptor(self, doc: Any, name: PDFName, data: bytes, extents: Extents) -> PDFDictionary:
        """Return the measures of the font, with its file."""
        file = _stream(doc, data)
        file.dictionary["Length1"] = len(data)
        ascender, descender, box = extents
        return PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": name,
                "Flags": _SYMBOLIC,
                "FontBBox": PDFArray(box),
                "ItalicAngle": 0,
                "Ascent": ascender,
                "Descent": descender,
                "CapHeight": ascender,
                "StemV": self._weight // 5,
                "FontFile2": doc.Reference(file),
            }
        )

    def _descendant(
        self, doc: Any, name: PDFName, numbers: Iterable[int], descriptor: PDFDictionary
    ) -> PDFDictionary:
        """Return the glyphs and widths of all codes."""
        places = b"".join(number.to_bytes(2, "big") for number in (0, *numbers))
        return PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType2",
                "BaseFont": name,
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": doc.Reference(descriptor),
                "CIDToGIDMap": doc.Reference(_stream(doc, places)),
                "W": PDFArray([1, PDFArray([round(width, 2) for width in self._widths])]),
            }
        )

    def _subset(self) -> tuple[list[int], bytes, Extents]:
        """Return the numbers of the drawn glyphs in the subset, its file, and its measures."""
        face = self._typeface.face
        wanted = harfbuzz.SubsetInput()
        wanted.flags = harfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
        wanted.glyph_set.update({number for number, _text in self._codes})
        wanted.drop_table_tag_set.update(_LEFT_OUT)
        if self._typeface.is_variable:
            wanted.pin_all_axes_to_default(face)
            wanted.pin_axis_location(face, "wght", self._weight)
        plan = harfbuzz.SubsetPlan(face, wanted)
        mapping = plan.old_to_new_glyph_mapping
        subset = plan.execute()
        scale = 1000 / face.upem
        extents = harfbuzz.Font(face).get_font_extents("ltr")
        head = subset.reference_table("head").data
        box = [
            round(int.from_bytes(head[at : at + 2], "big", signed=True) * scale) for at in (36, 38, 40, 42)
        ]
        numbers = [mapping[number] for number, _text in self._codes]
        data: bytes = subset.blob.data
        return numbers, data, (round(extents.ascender * scale), round(extents.descender * scale), box)


# ReportLab's document and the fonts that are embedded in it.
_embedded: "WeakKeyDictionary[Any, dict[tuple[Typeface, int | None], EmbeddedFont]]" = WeakKeyDictionary()


def embed(doc: Any, typeface: Typeface, weight: int) -> EmbeddedFont:
    """Return the font in the document, new or as it is there."""
    there = _embedded.setdefault(doc, {})
    key = typeface, weight if typeface.is_variable else None
    if key not in there:
        there[key] = EmbeddedFont(typeface, weight, len(there) + 1)
        doc.delayedFonts.append(there[key])
    return there[key]


def _stream(doc: Any, content: bytes) -> PDFStream:
    return PDFStream(content=content, filters=[PDFZCompress] if doc.compression else None)


def _unicode_map(texts: Iterable[str]) -> bytes:
    """Return the text of each code from 1 on, by which readers copy and search."""
    entries = [f"<{code:04X}> <{text.encode('utf-16-be').hex()}>" for code, text in enumerate(texts, 1)]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        *_sections(entries),
        "endcmap CMapName currentdict /CMap defineresource pop end end",
    ]
    return "\n".join(lines).encode()


def _sections(entries: list[str]) -> Iterator[str]:
    for first in range(0, len(entries), _MOST_ENTRIES):
        part = entries[first : first + _MOST_ENTRIES]
        yield "\n".join([f"{len(part)} beginbfchar", *part, "endbfchar"])
