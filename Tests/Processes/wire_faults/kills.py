"""F1: a node is killed while its calls are at the bank, before the bank's work and after it; the other one goes on."""

from nodes import await_ready

from .enrollments import agree, enroll_all
from .ground import Held


def node_killed(ground):
    """What the dead node had sent reaches the bank after it, as a network may deliver it late."""
    victim, other = ground.service.nodes
    ground.turn(victim)
    with Held(ground) as held:
        victim.kill()
        held.release()
        enroll_all(ground, other)
    victim.spawn()
    await_ready(victim)
    held.judge("F1: a node killed at each call to the bank")
    ground.compare("F1: a node killed at each call to the bank")
    agree(ground)
