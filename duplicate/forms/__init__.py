"""Forms of the dashboard."""
