"""The variants of the classic game (RULES V2 to V9), one module each; a setting turns each of them on."""
