"""Documents: the registry, the Print page, jobs and letterheads."""
