"""The processes of the production setting: which there are, the proxy before them, their supervisor."""
