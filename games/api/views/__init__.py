"""The views of the API: each reads one body, calls one service or query, and answers."""
