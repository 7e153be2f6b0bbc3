"""How dates and times are written, by language, where Django's own way would be misread."""
