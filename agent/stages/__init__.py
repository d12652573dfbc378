"""One module a stage, named by its noun. Stages take records and return records, and never import each other."""
