"""Words for a model, and the rule of what may enter them. The bottom layer: it imports nothing of ours."""
