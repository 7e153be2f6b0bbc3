"""Addresses, uploads, numbers in forms and addresses, the types of ASGI."""
