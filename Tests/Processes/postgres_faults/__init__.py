"""Faults of PostgreSQL under two nodes: each says with a count of its own that it struck."""

from .crowds import exhausted
from .partition import cut_off
from .restarts import backend_killed, killed, stopped_at_once
from .sessions import terminated
from .silence import stands_still

FAULTS = [stopped_at_once, backend_killed, killed, terminated, stands_still, cut_off, exhausted]
