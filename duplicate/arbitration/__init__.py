"""Arbitrators' decisions: solos, sanctions, answers to questions, corrections of rounds, and undoing any act."""
