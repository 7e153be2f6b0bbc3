"""Organisers of one installation: whose rows are in scope, and the rights of their users."""
