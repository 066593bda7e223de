"""Faults done to a server from outside, one file each; `check_faults.py` runs them.

Each has `NAME`, `TEXT` and `run(ground)`. What it did to the server it counts with `ground.struck`: a fault that never
struck has failed. `ground.lack` names what this machine lacks; nothing else skips a fault.
"""
