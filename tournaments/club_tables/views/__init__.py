"""Views of club tables."""
