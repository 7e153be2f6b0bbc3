"""Names and storage of static files.

On a slow network each request costs more than its content, so a page's ES modules are joined into one file. Ours
are simple: they import names from files of ours and export functions, classes and constants, without cycles.
Each keeps a scope of its own, so that equal names in two of them do not collide. Comments are removed.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(
    r'^import \{(?P<names>(?:(?! as )[^}])*)\} from "(?P<file>\.\.?/[\w./]+)";\n', re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function) (?P<name>\w+))", re.MULTILINE)
# Types within a line too: they name files beside the module, not beside the joined one.
COMMENT = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n|/\*\*(?:(?!\*/).)*\*/ ?", re.MULTILINE | re.DOTALL
)
OTHER = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)


def join_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return the module `entry` with all its imports before it; `read` gives the text of a file.

    Raises:
        ValueError: one of them imports or exports in another way.
    """
    texts: dict[str, str] = {}
    _collect(entry, read, texts)
    own = texts.pop(entry)
    return "".join(_wrap_in_scope(name, text) for name, text in texts.items()) + _replace_imports(entry, own)


def _collect(name: str, read: Callable[[str], str], texts: dict[str, str]) -> None:
    """Collect a module after all its imports, each once."""
    text = COMMENT.sub("", read(name))
    for found in IMPORT.finditer(text):
        needed = _file(name, found)
        if needed not in texts:
            _collect(needed, read, texts)
    texts[name] = text


def _file(importer: str, found: re.Match[str]) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), found["file"]))


def _wrap_in_scope(name: str, text: str) -> str:
    exported = ", ".join(found["name"] for found in EXPORT.finditer(text))
    body = _replace_imports(name, EXPORT.sub("", text))
    return f"const {_scope(name)} = (() => {{\n{body}return {{{exported}}};\n}})();\n"


def _replace_imports(name: str, text: str) -> str:
    """Replace imports by names from the scopes of the imported modules."""
    text = IMPORT.sub(lambda found: f"const {{{found['names']}}} = {_scope(_file(name, found))};\n", text)
    if other := OTHER.search(EXPORT.sub("", text)):
        raise ValueError(f"{name} cannot be joined with what it needs: {other[0]}")
    return text


def _scope(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


# Scripts of the apps, each app in a folder of its name.
OURS = tuple(f"{app}/*.js" for app in ("tournaments", "classic", "club_tables", "duplicate", "website"))
# Scripts of pages for slow networks: each is served as one file with all its imports.
JOINED = ("duplicate/phone.js", "duplicate/review.js")


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise has no types
    """Storage that adds a hash of the content to names, also in the imports between our own ES modules.

    Scripts of the libraries are left unchanged: text in them that looks like an import need not be one.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *(
            (ours, CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1])  # noqa: SLF001 - no public name
            for ours in OURS
        ),
    )

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process({**paths, **_join_scripts(paths)}, *args, **options)


def _join_scripts(paths: dict[str, Any]) -> dict[str, Any]:
    """Return, for each script in `JOINED`, the storage and path of the joined file."""

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    memory = InMemoryStorage()
    return {
        name: (memory, memory.save(name, ContentFile(join_modules(name, read).encode())))
        for name in JOINED
        if name in paths
    }
