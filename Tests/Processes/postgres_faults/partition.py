"""The network between one node and PostgreSQL falls silent: the other node serves on, and each payment is made once."""

import concurrent.futures
import time

from .restarts import all_answered
from .silence import status


def cut_off(ground):
    """Twice: what was said into the silence arrives after it, and what was said is lost with its connections."""
    service = ground.service
    well, victim = service.nodes
    for ending, end in (("what was said arrives late", service.relay.mend), ("connections break", service.relay.break_off)):
        what = f"one node cut off from PostgreSQL, then {ending}"
        with ground.strike(what) as strike:
            before, began = service.requests(well), time.monotonic()
            service.relay.cut()
            try:
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    looks = [(well, "/readyz"), (victim, "/readyz"), (victim, "/livez")]
                    said = list(pool.map(lambda look: status(*look), looks))
                refused = strike.until(lambda: put_off(strike) >= 2)
                meanwhile = service.requests(well) - before
            finally:
                end()
            lasted = time.monotonic() - began
        checks = ground.checks
        checks.that(f"{what}: for {lasted:.0f} s it puts requests off", refused, strike.counts())
        checks.that(f"{what}: it lives, and it alone is not ready", said == [200, 503, 200], said)
        checks.that(f"{what}: the other node serves {meanwhile} requests meanwhile", meanwhile > 0, meanwhile)
        all_answered(ground, strike, what)


def put_off(strike):
    """How many requests were answered with 503: the node that reaches its database has no reason for it."""
    return sum(one.status == 503 for one in strike.tries())
