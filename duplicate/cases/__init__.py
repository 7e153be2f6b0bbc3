"""Worked cases: slips with the judge's verdicts, for the handbook and for arbitrators who ask *what if*.

A *case* is a position and a slip. Cases lie in files (`data/`), in the language of the clubs that play by the
rules; they have no verdicts. The judge makes those when a page is shown, by the rules that the page is about.
"""
