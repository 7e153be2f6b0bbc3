"""The first evening: a checklist, a sample event, the demonstration."""
