"""Encodings of GCG files: what a file names, and what is tried where it names none that fits (`engine.formats.gcg`)."""

import codecs
import re

ENCODING = "character-encoding"
_USUAL_ENCODINGS = ("UTF-8", "Windows-1252", "ISO 8859-1")
# As in browsers, names of ISO 8859-1 are read as Windows-1252: it has letters where that has control characters.
_ENCODINGS = {
    "utf-8": "utf-8-sig",
    "utf8": "utf-8-sig",
    "utf-16 le": "utf-16",
    "utf-16 be": "utf-16",
    "iso-8859-1": "windows-1252",
    "iso8859-1": "windows-1252",
    "iso 8859-1": "iso-8859-1",
    "latin-1": "windows-1252",
    "latin1": "windows-1252",
    "windows-1252": "windows-1252",
    "cp1252": "windows-1252",
    "us-ascii": "windows-1252",
    "ascii": "windows-1252",
}
_MARKS = {codecs.BOM_UTF8: "UTF-8", codecs.BOM_UTF16_LE: "UTF-16 LE", codecs.BOM_UTF16_BE: "UTF-16 BE"}


def encodings_tried(data: bytes) -> tuple[str, ...]:
    """Return the names of the encodings that were tried; the content is read by the last one.

    A name that is not known here comes first. ISO 8859-1 reads any content.
    """
    tried = []
    for name in dict.fromkeys(filter(None, (_find_encoding(data), *_USUAL_ENCODINGS))):
        tried.append(name)
        if _decode_as(name, data) is not None:
            break
    return tuple(tried)


def decode(data: bytes) -> str:
    """Return the text of a file, read by the last of `encodings_tried`."""
    text = _decode_as(encodings_tried(data)[-1], data)
    assert text is not None, "the last encoding that was tried reads the content"
    return text


def _decode_as(name: str, data: bytes) -> str | None:
    """Return the text, or None if the encoding is not known or does not fit."""
    try:
        return data.decode(_ENCODINGS[name.lower()])
    except (KeyError, UnicodeDecodeError):
        return None


def _find_encoding(data: bytes) -> str:
    """Return the encoding that the first line names, or an empty text."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    first = re.split(rb"[\r\n]", data, maxsplit=1)[0].decode("iso-8859-1").split()
    return first[1] if len(first) > 1 and first[0].lower() == f"#{ENCODING}" else ""
