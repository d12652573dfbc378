"""What runs in the sandbox: read as text and carried there, never imported beside it."""
