"""Faults between platform and bank, each with its judges; `FAULTS` has them in their order."""

from .kills import node_killed
from .registration import lost, raced

FAULTS = [node_killed]
FIRST = [raced, lost]
