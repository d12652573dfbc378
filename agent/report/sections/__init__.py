"""The seven sections, one module each: `render(index)` gives a section's text without its heading."""
