"""Sharing: the layers of a corpus meet in a database, PostgreSQL for a team or one file of SQLite."""
