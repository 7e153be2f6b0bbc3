"""The values of documents: plain, gathered from rows and drawn on paper."""
