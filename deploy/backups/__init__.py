"""Backups: one archive of an installation, restored into either kind of database, and checked without a trace."""
