"""F1: a node is killed while its calls are at the bank, before the bank's work and after it; the other one goes on."""

from nodes import await_ready

from .enrollments import ENDS, POINTS, agree, enroll_all, enrolling
from .ground import PAY, Held, told, until

WHAT = "F1: a node killed at each call to the bank"
LATE = [(PAY, "before")]


def node_killed(ground):
    """What the dead node had sent reaches the bank after it, as a network may deliver it late: at once, and one payment
    not before the other node has paid it.
    """
    victim, other = ground.service.nodes
    ground.turn(victim)
    new = [ground.device(victim) for _ in POINTS]
    ground.turn(victim, new)
    last = ground.devices[-1:]
    with Held(ground) as paying, Held(ground, POINTS, new, enrolling) as enrollments, Held(ground, LATE, last) as late:
        victim.kill()
        paying.release()
        enrollments.release()
        enroll_all(ground, other)
        for held in (paying, enrollments, late):
            held.wait()
        early = [told(end) for end in late.ends if end.done()]
        late.release()
        until(late.answers)
    victim.spawn()
    await_ready(victim)
    paying.judge(f"{WHAT}, payments")
    enrollments.judge(f"{WHAT}, enrollments", ENDS)
    came = [reply.status for reply in late.answers()]
    ground.checks.that(f"{WHAT}: a payment was {early} before the dead node's request came, which was answered {came}",
                       early == ["SUCCEEDED"] and len(came) == 1, (late.stand, early, came))  # fmt: skip
    ground.compare(WHAT)
    agree(ground)
