"""Holds what a chapter points to against what is there."""

from tools.instruments.references.instrument import References

__all__ = ["References"]
