"""The tests: a package of its own, because some libraries install a package of this name too."""
