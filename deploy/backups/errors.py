"""The one error of backups."""


class BackupError(Exception):
    """A reason, for the user, why a backup or a restore is impossible."""
