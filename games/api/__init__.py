"""The REST API of games: thin views over the same services and queries as the pages."""
