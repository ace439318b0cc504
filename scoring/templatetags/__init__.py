"""Filters and tags of the templates of scoring."""
