"""The tables of a division, each described once as a registry of columns: pages, papers and files leave columns out
by name.
"""
