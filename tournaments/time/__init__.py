"""The clock, time zones, and fields of forms for a moment."""
