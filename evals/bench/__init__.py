"""Measurements of speed and size, run by command and never as tests."""
