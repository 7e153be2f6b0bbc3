"""The limit of open files and connections of this process."""

from contextlib import suppress

# As many as the embedded setting uses; shells begin with 1,024, and a macOS may refuse more than 10,240.
WANTED = (20_000, 10_240)


def raise_limit() -> int:
    """Raise the soft limit of descriptors towards the hard one; return it."""
    try:
        import resource  # noqa: PLC0415 - not on Windows, which has no such limit
    except ImportError:
        return WANTED[0]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return wanted
        reachable = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
            return reachable
    return soft
