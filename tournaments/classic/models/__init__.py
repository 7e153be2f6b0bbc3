"""Models of classic tournaments."""
