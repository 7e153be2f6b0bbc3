"""What documents of duplicate events and games are made of: plain values (`duplicate.reports`), read from the rows."""
