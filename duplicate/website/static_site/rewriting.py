"""Pages of Isotop as pages of a static site: without scripts, forms and what needs the program, with relative links.

Templates mark what needs the program by `data-online`.
"""

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from typing import Final

STYLE: Final = "site.css"
_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_DROPPED: Final = frozenset(("script", "form", "link"))
_Attributes = list[tuple[str, str | None]]


def find_links(html: str) -> list[str]:
    """Return the addresses of the links of a page, of what stays of it."""
    found: list[str] = []

    def note(address: str) -> str | None:
        found.append(address)
        return None

    rewrite(html, note)
    return found


def rewrite(html: str, target: Callable[[str], str | None]) -> str:
    """Return the page for a static site. `target` returns the new address of a link; where there is none, the text
    of the link stays.
    """
    writer = _Writer(target)
    writer.feed(html)
    writer.close()
    return "".join(writer.parts)


class _Writer(HTMLParser):
    """Writes a page as it is read; `dropping` are the open elements inside of one that is left out."""

    def __init__(self, target: Callable[[str], str | None]) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._target = target
        self._dropping: list[str] = []
        # For each open link, whether it has become plain text.
        self._links: list[bool] = []

    def handle_starttag(self, tag: str, attrs: _Attributes) -> None:
        if self._dropping or tag in _DROPPED or _needs_program(tag, attrs):
            if tag not in _VOID:
                self._dropping.append(tag)
            return
        if tag == "a":
            attrs = self._link(attrs)
        self.parts.append(_tag("span" if tag == "a" and self._links[-1] else tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        if self._dropping:
            if tag == self._dropping[-1]:
                self._dropping.pop()
            return
        if tag == "a" and self._links.pop():
            tag = "span"
        if tag == "head":
            self.parts.append(f'  <link rel="stylesheet" href="{STYLE}">\n')
        self.parts.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: _Attributes) -> None:
        if not self._dropping:
            self.parts.append(_tag(tag, attrs).removesuffix(">") + "/>")

    def _link(self, attrs: _Attributes) -> _Attributes:
        """Return the attributes of a link, or of the text that it becomes."""
        address = dict(attrs).get("href") or ""
        new = address if address.startswith("#") else self._target(address)
        self._links.append(new is None)
        if new is None:
            return [(name, text) for name, text in attrs if name in {"class", "lang", "title"}]
        return [(name, new if name == "href" else text) for name, text in attrs]

    def handle_data(self, data: str) -> None:
        if not self._dropping:
            self.parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl}>")


def _needs_program(tag: str, attrs: _Attributes) -> bool:
    given = dict(attrs)
    previews = tag == "meta" and ("property" in given or (given.get("name") or "").startswith("twitter:"))
    return previews or "data-online" in given


def _tag(tag: str, attrs: _Attributes) -> str:
    written = (f" {name}" if text is None else f' {name}="{escape(text)}"' for name, text in attrs)
    return f"<{tag}{''.join(written)}>"
