"""Slips and sheets answered without the framework, since a room sends them within seconds."""
