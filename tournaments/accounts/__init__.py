"""Accounts: logins, links for logging in, limits on guesses."""
