"""Pages: thin views that get their data from selectors. Public pages are in `duplicate.website`."""
