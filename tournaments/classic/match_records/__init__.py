"""Matches as move records: live boards, GCG files, advice."""
