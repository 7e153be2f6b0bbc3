"""The state of an installation: its release, files, outages and services."""
