"""Stored bytes into text that can be searched and quoted, one kind of document a module."""
