"""Events in the files of other programs: read, reviewed and imported, and written."""
