"""Settings described once: as columns, as fields of a form, and in words."""
