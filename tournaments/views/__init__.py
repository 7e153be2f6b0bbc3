"""Views of people, accounts and printing, and helpers for views of all apps."""
