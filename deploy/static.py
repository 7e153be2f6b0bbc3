"""How static files are named and kept."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise has no types
    """Names with a hash of the content, also in the imports between our ES modules."""

    support_js_module_import_aggregation = True
