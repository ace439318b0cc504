"""Printed scoring tables, one pure module per title."""
