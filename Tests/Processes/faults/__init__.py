"""Faults done to a server from outside, one file each; `check_faults.py` runs them.

Each has `NAME`, `TEXT` and `run(ground)`. A fault counts its effects with `ground.struck`: a fault without an effect
has failed. `ground.lack` names what this machine lacks; nothing else skips a fault.
"""
