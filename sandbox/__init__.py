"""Runs code that nobody vouches for, and says what came of it. Knows nothing of claims; needs the standard library alone."""
