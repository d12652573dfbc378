"""Each registry's format, read into one record. Pure functions over an answer that was parsed as JSON; arXiv's are in tools/search.

What an answer lacks stays unknown, what it has in another shape than documented is passed over, and no value is made out of another.
"""
