"""The API of classic matches: records and clocks."""
