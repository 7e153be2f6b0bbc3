"""Formats of dates and times by language, where readers would misread Django's own."""
