"""The pure rules engine shared by all titles: no Django, clock, randomness or I/O."""
