"""Settings of an event as its chief sends them."""

from copy import copy


def event_with(event, **settings):
    """Return a copy of the event with other settings."""
    other = copy(event)
    for name, value in settings.items():
        setattr(other, name, value)
    return other
