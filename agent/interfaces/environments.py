"""`corrigenda env`: experiment environments from the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from sandbox.environments import EnvironmentError, Environments
