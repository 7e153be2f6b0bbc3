"""Data of the dashboard: tables of players, slips, rounds and the log."""
