"""Code that runs on the way into a sandbox and in it, by an interpreter that has the standard library alone.

It starts in every run, so it imports little: `os` in place of `pathlib`.
"""
