"""Rules of classic tournaments: standings, prizes, ratings, clocks; independent of the models."""
