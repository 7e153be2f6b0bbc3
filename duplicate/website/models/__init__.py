"""Rows of the pages that join all kinds of play: events being imported, and sample events."""

from duplicate.website.models.event_imports import EventImport
from duplicate.website.models.sample_event import SampleEvent

__all__ = ["EventImport", "SampleEvent"]
