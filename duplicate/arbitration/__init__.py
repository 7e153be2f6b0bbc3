"""Arbitrators' decisions: solos, sanctions, answers to questions, and undoing any act."""
