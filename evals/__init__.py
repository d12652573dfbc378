"""Measures the whole; nothing imports it."""
