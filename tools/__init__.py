"""Reaches sources and measures text. Knows nothing of the graph, of claims' verdicts as a whole, or of the sandbox."""
