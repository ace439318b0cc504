"""Pure: plays of other programs read into records, and ours written for them. No database, no Django."""
