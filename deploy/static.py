"""How static files are named and kept."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise has no types
    """Names with a hash of the content, also in the imports between our own ES modules.

    Scripts of the libraries are left as they are: what looks like an import in them need not be one.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *(
            (ours, CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1])  # noqa: SLF001 - the base class has no other way
            for ours in ("tournaments/*.js", "duplicate/*.js")
        ),
    )
