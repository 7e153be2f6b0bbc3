"""The API of club tables."""
