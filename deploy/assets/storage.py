"""Names and storage of static files."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from deploy.assets.modules import join_modules

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
