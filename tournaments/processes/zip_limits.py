"""Limits on ZIP files from untrusted sources, checked in their directory before anything is unpacked.

A member is read up to the size that the directory states, so that one that unpacks to more ends there.
"""

from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

_ENCRYPTED = 1


class ZipRefused(ValueError):
    """A ZIP file that is not unpacked: `is_large` if it would be too much, else for the way it is packed."""

    def __init__(self, *, is_large: bool) -> None:
        super().__init__()
        self.is_large = is_large


def check_zip(archive: ZipFile, *, most_bytes: int, most_members: int | None = None) -> None:
    """Refuse an archive that unpacks to too much, or is packed so that unpacking takes memory as the file says.

    Raises:
        ZipRefused: it is one of these, or encrypted.
    """
    members = archive.infolist()
    if sum(member.file_size for member in members) > most_bytes:
        raise ZipRefused(is_large=True)
    is_usual = all(
        member.compress_type in {ZIP_STORED, ZIP_DEFLATED} and not member.flag_bits & _ENCRYPTED
        for member in members
    )
    if not is_usual or (most_members is not None and len(members) > most_members):
        raise ZipRefused(is_large=False)
