"""What people type about games, checked field by field."""
