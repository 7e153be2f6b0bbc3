"""Data of the dashboard: tables of players, slips and rounds."""
