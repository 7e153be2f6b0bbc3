"""The doors of people and accounts: log-in, and the people of the club."""
