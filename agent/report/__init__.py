"""Records to what people and programs read: report.md, report.html, bibliography, proposal, patch, schema; and the re-check of a run."""
