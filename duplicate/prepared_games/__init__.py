"""Games drawn beforehand and sealed, and the simultaneous games of many clubs that are made of them.

`drawing` makes, searches and seals games. `clubs` sends them in envelopes, `results` merges what the clubs send back;
`views` has the pages. `duplicate.positions.prepared_path` compares a game in play with its prepared one.
"""
