"""Runs the code of a chapter and holds what the text says of it against what it did."""

from tools.instruments.code.instrument import Code

__all__ = ["Code"]
