"""Addresses, uploads, the types of ASGI."""
