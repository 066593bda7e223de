"""PostgreSQL fails in every way under two nodes and their clients: nothing acknowledged is lost, nothing is done twice.

    check_postgres_faults.py <chave> [fault …]
"""

import pathlib
import sys
import tempfile
import time

from checks import Checks
from nodes import Service
from nodes.ground import Ground
from postgres_faults import FAULTS
from postgres_faults.damages import prove_judges


def main():
    checks, program, wanted = Checks(), pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    known = {fault.__name__: fault for fault in FAULTS}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"error: no fault is called {unknown}; there are {sorted(known)}")
    with tempfile.TemporaryDirectory(prefix="chave-postgres-faults-") as folder:
        service = Service(program, folder, has_relay=True)
        try:
            with service, Ground(checks, service) as ground:
                ground.open()
                processes = [node.pid for node in service.nodes]
                for name in wanted or known:
                    began = time.monotonic()
                    known[name](ground)
                    ground.judge(name.replace("_", " "))
                    print(f"        {name}: {time.monotonic() - began:.0f} s", flush=True)
                ground.judge_deliveries("webhooks")
                there = [node.process.poll() is None and node.pid for node in service.nodes]
                checks.that("both nodes have lived through all of it", there == processes, there)
                codes = [node.stop() for node in service.nodes]
                checks.that("and end with 0", codes == [0, 0], codes)
                prove_judges(ground)
        except BaseException:
            for node in service.nodes:
                print(node.said()[-1500:])
            raise
    checks.finish()


if __name__ == "__main__":
    main()
