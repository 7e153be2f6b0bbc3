"""Documents of club tables."""
