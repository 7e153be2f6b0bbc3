"""Slips: taking, filing, judging and correcting them."""
