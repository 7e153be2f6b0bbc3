"""Attendance: the rounds that each player was there for, tables, and the arbitrators of each round."""
