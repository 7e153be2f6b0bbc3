"""Modules shared by all packages of classic tournaments: locks, the audit log, scores."""
