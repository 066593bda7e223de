"""PostgreSQL is silent: all of its processes are stopped, and continue afterwards."""

import http.client

from .restarts import all_answered


def stands_still(ground):
    what, service = "PostgreSQL stands still", ground.service
    with ground.strike(what) as strike:
        stopped = service.postgres.stand_still()
        try:
            strike.until(lambda: strike.counts()["put off"] >= 2 * len(ground.devices))
            alive = [status(node, "/livez") for node in service.nodes]
            ready = [status(node, "/readyz") for node in service.nodes]
        finally:
            service.postgres.go_on()
    checks, counts = ground.checks, strike.counts()
    checks.that(f"{what}: all {len(stopped)} processes", len(stopped) > 5, stopped)
    checks.that(f"{what}: the nodes live, and are not ready", alive == [200, 200] and ready == [503, 503], (alive, ready))
    checks.that(f"{what}: {counts['put off']} requests are put off", counts["put off"] > 0, counts)
    all_answered(ground, strike, what)


def status(node, path):
    """A look writes, and waits for that as long as a request does."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=20)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()
