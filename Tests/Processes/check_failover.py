"""Two PostgreSQL servers, one a synchronous standby of the other, under two nodes: the primary changes, and no payment
is lost.

    check_failover.py <chave>
"""

import pathlib
import sys
import tempfile

from checks import Checks
from nodes import Service
from nodes.ground import Ground
from postgres import Postgres
from postgres_faults.failover import lost, promoted


def run(checks, program, fault):
    """Two servers of PostgreSQL and two nodes that are given both, for one fault."""
    with tempfile.TemporaryDirectory(prefix="chave-failover-") as folder:
        first = Postgres(folder, "first").start()
        standby = None
        try:
            standby = Postgres.standby_of(first, folder)
            both = f"postgres://node@127.0.0.1:{first.port},127.0.0.1:{standby.port}/postgres"
            service = Service(program, folder, first, f"{both}?target_session_attrs=read-write")
            with service, Ground(checks, service) as ground:
                try:
                    ground.open()
                    fault(ground, standby)
                except BaseException:
                    for node in service.nodes:
                        print(node.said()[-1500:])
                    raise
        finally:
            for postgres in (first, standby):
                if postgres is not None:
                    postgres.end()


def nothing_lost(ground, standby):
    promoted(ground, standby)
    ground.judge("failover")
    ground.judge_deliveries("webhooks after it")


def main():
    checks, program = Checks(), pathlib.Path(sys.argv[1]).resolve()
    for fault in (nothing_lost, lost):
        run(checks, program, fault)
    checks.finish()


if __name__ == "__main__":
    main()
