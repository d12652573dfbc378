"""Small experiments on the installed packages, each answering one question of mechanism, chosen by what a chapter names."""

from sandbox.probes.catalogue import catalogue, fits, observations, parameters_from, relevant
from sandbox.probes.records import ChapterFacts, Observation, Parameter, Probe, ProbeError, Reading, at
from sandbox.probes.sentences import readings_of

__all__ = [
    "ChapterFacts",
    "Observation",
    "Parameter",
    "Probe",
    "ProbeError",
    "Reading",
    "at",
    "catalogue",
    "fits",
    "observations",
    "parameters_from",
    "readings_of",
    "relevant",
]
