"""A bare endpoint that inserts one row: what the entry of a move is compared with."""
