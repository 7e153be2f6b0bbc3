"""Pages: thin doors that ask selectors for what they show. The players' and the room's are in `public`."""
