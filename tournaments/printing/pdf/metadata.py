"""The description of a file for its readers: title, author, subject and language.

It stands in the file twice, as older readers want it and as XMP, which screen readers and searches prefer. It
claims no conformance to PDF/UA, since the file has no tags (see docs/design.md).
"""

from typing import Any
from xml.sax.saxutils import escape

from django.utils import formats
from django.utils.translation import get_language
from reportlab.pdfbase.pdfdoc import XMP
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.scripts.isolates import without_isolates
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import ReportHeading

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def metadata(title: str, heading: ReportHeading) -> dict[str, Any]:
    """Return the metadata; the author is the club, or else the organiser."""
    event = without_isolates(printable(heading.event))
    author = without_isolates(printable(heading.club or heading.organiser))
    return {
        "title": f"{without_isolates(printable(title))} – {event}",
        "author": author or event,
        "subject": f"{event}, {formats.date_format(heading.day, 'DATE_FORMAT')}",
        "creator": "Isotop",
        "lang": get_language() or "en",
        "displayDocTitle": True,
    }


def add_xmp(canvas: Canvas, about: dict[str, Any]) -> None:
    """Add the metadata to the file as XMP."""
    told = {name: escape(str(value)) for name, value in about.items()}
    xmp = XMP(creator=lambda _doc: _XMP.format(**told).encode())
    canvas._doc.Catalog.Metadata = xmp  # noqa: SLF001 - ReportLab has no public way
