"""Settings of a mode are read, checked and written as those of any game are: see `engine.game_settings`."""

from engine.game_settings import check_settings, read_settings, refused, settings_data

__all__ = ["check_settings", "read_settings", "refused", "settings_data"]
