"""Games drawn beforehand and sealed until they are played."""
