"""The typefaces of documents: Roboto, and the fallbacks for characters that it does not have."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import uharfbuzz as harfbuzz
from wcwidth import iter_graphemes

# Its NOTICE says where the fonts come from.
FOLDER: Final = Path(__file__).resolve().parents[1] / "fonts"
# Weights of the document's fonts by name.
WEIGHTS = {"Isotop-Regular": 400, "Isotop-Medium": 500, "Isotop-Bold": 700, "Isotop-Italic": 400}
_STYLES = {400: "Regular", 500: "Medium", 700: "Bold"}
# Characters that only join their neighbours or choose their form.
_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER = "\u200c", "\u200d"
_INVISIBLE = {_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER, *map(chr, range(0xFE00, 0xFE10))}


class Typeface:
    """A font file, which is read when its first character is looked for; all weights of a variable one.

    A typeface that `has_one_weight` is made bold as it is drawn.
    """

    def __init__(self, file: str, *, has_one_weight: bool = False) -> None:
        self._file = file
        self.has_one_weight = has_one_weight

    @cached_property
    def face(self) -> Any:
        return harfbuzz.Face(harfbuzz.Blob.from_file_path(str(FOLDER / self._file)))

    @cached_property
    def is_variable(self) -> bool:
        return bool(self.face.has_var_data)

    def name(self, weight: int) -> str:
        """Return the PostScript name at a weight."""
        name = self.face.get_name(harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME)
        family, _hyphen, style = name.partition("-")
        return f"{family}-{_STYLES[weight] if self.is_variable else style or 'Regular'}"

    @cached_property
    def _font(self) -> Any:
        return harfbuzz.Font(self.face)

    def has(self, text: str) -> bool:
        """Tell whether it has all characters; a file may give some of them the glyph for missing ones, 0."""
        return all(self._font.get_nominal_glyph(ord(one)) for one in text if one not in _INVISIBLE)


# Scripts of a variable file each.
_SCRIPTS = (
    *("Hebrew", "Thai", "Devanagari", "Armenian", "Bengali", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi"),
    *("Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu"),
)
_FOR_ALL_WEIGHTS = (
    *(Typeface(f"NotoSans{script}[wght].ttf") for script in _SCRIPTS),
    Typeface("NotoSans[wght].ttf"),
    Typeface("wqy-microhei.ttc", has_one_weight=True),
    Typeface("NotoEmoji[wght].ttf"),
    Typeface("NotoSansSymbols[wght].ttf"),
)


@cache
def typefaces(font: str) -> tuple[Typeface, ...]:
    """Return Roboto as one of the document's fonts, and the fallbacks in the order in which they are asked.

    IBM Plex draws Arabic: Noto has the dots of letters as glyphs of their own, of which not all programs
    find the letters again.
    """
    style = font.removeprefix("Isotop-")
    upright = style.replace("Italic", "Regular")
    return (
        Typeface(f"Roboto-{style}.ttf"),
        Typeface(f"IBMPlexSansArabic-{upright}.ttf"),
        *_FOR_ALL_WEIGHTS,
    )


@lru_cache(maxsize=4096)
def find_typeface(cluster: str, font: str) -> Typeface | None:
    """Return the first typeface that has all characters of the cluster."""
    return next((typeface for typeface in typefaces(font) if typeface.has(cluster)), None)


@lru_cache(maxsize=4096)
def drawable(cluster: str) -> str:
    """Return the cluster as it can be drawn.

    Where no typeface has it, its plain form or its base stands for it; as a last resort letters and digits
    become question marks, and pictures are dropped.
    """
    for form in _forms(cluster):
        if typeface := find_typeface(form, "Isotop-Regular"):
            is_own = typeface is typefaces("Isotop-Regular")[0]
            return "".join(c for c in form if c not in _INVISIBLE) if is_own else form
    return "?" if any(unicodedata.category(character)[0] in "LN" for character in cluster) else ""


def _forms(cluster: str) -> Iterator[str]:
    yield cluster
    yield unicodedata.normalize("NFKC", cluster)
    yield cluster[0]


def split_clusters(text: str) -> Iterable[str]:
    """Split the text into what readers see as one character: a letter with its marks, an emoji."""
    return iter_graphemes(text)
