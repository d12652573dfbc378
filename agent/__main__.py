"""`python -m agent` is the command line."""

from agent.interfaces.cli import main

main()
