"""Measurements printed without what they were made with, and what other chapters are said to hold."""

from tools.instruments.provenance.instrument import Provenance

__all__ = ["Provenance"]
