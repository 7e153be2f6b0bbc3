"""Documents of classic tournaments."""
