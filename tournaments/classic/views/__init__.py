"""Views of classic tournaments."""
