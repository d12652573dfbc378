"""Decides what is done and in which order; the only package that knows the whole flow."""
