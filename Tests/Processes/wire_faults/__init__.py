"""Faults between platform and bank, each with its judges; `FAULTS` has them in their order."""

from .answers import exchanged, refused_and_lost
from .clocks import at_the_deadline, wrong_clock
from .kills import node_killed
from .nodes import database_killed, node_stands_still, node_without_database
from .registration import lost, raced
from .replays import replayed
from .restarts import ended_while_told, under_load

FAULTS = [
    refused_and_lost, node_stands_still, node_without_database, exchanged, node_killed, database_killed, wrong_clock,
    replayed, at_the_deadline, under_load, ended_while_told,
]  # fmt: skip
FIRST = [raced, lost]
