"""Events as files: export, import and removal."""
