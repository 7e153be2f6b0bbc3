"""Standings, averages, statistics and prizes by the rules: pure, values in, values out."""
