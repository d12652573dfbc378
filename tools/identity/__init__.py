"""Who wrote what, when, under which identifier: decided by registries' own records, field by field, and never by a page's word.

ids            canonical names of sources (`doi:`, `arxiv:`, `pypi:`, `git:`, a canonical URL) and where they stand in text
names, titles  when two spellings are one author or one title
records        what a registry has registered, what somebody claims, and what came of holding one against the other
registries     each registry's format -> its record
matching       claims and pages against records
works          preprint, published version and mirror as one work
independence   whether two documents are two sources
"""
