"""Programs of the torch.compile runner that run inside the sandbox; read as text outside, never imported there."""
