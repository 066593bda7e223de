"""Two nodes of the platform, one PostgreSQL, a bank in a process of its own, and a relay between that ends TLS on both
sides: no fault of bank or network pays twice, or says of a payment that moved that it failed.

    check_wire_faults.py <chave> [fault …]
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

from checks import Checks
from invariants import Books, verdicts
from stored import changes
from wire_faults import FAULTS, FIRST
from wire_faults.ground import WireGround, WireService
from wire_faults.registration import never_again


def prove_judges(ground):
    """After a run whose invariants hold: damage to a copy of the bank's books fails one of them."""
    for name, damage in (("V3", changes.repeat_payment), ("V10", changes.lose_a_centavo)):
        copy = ground.place.folder / f"damaged-{name}"
        shutil.copytree(ground.place.bank_data, copy)
        damage(copy)
        found = verdicts(Books(ground.service.postgres, copy), ground.history, {ground.keys["beneficiary"]})
        wrong = {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}
        what = f"a bank's books damaged for {name} fail {name} and nothing else"
        ground.checks.that(what, set(wrong) == {name}, wrong)


def main():
    # A crash is told by its exit code and one line; a backtrace takes half a minute.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    checks, program, wanted = Checks(), pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    known = {fault.__name__: fault for fault in FAULTS}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"error: no fault is called {unknown}; there are {sorted(known)}")
    with tempfile.TemporaryDirectory(prefix="chave-wire-faults-") as folder:
        service = WireService(program, folder)
        try:
            with service, WireGround(checks, service) as ground:
                began = time.monotonic()
                for fault in FIRST:
                    fault(ground)
                ground.open(each=8)
                print(f"        registrations and devices: {time.monotonic() - began:.0f} s", flush=True)
                for name in wanted or known:
                    began = time.monotonic()
                    known[name](ground)
                    print(f"        {name}: {time.monotonic() - began:.0f} s", flush=True)
                for look in ground.later:
                    look()
                never_again(ground)
                began = time.monotonic()
                ground.judge("all faults on the wire")
                ground.judge_deliveries("webhooks")
                print(f"        judges: {time.monotonic() - began:.0f} s", flush=True)
                codes = [node.stop() for node in service.nodes] + [service.place.bank.stop()]
                checks.that("nodes and bank end with 0", codes == [0, 0, 0], codes)
                prove_judges(ground)
        except BaseException:
            for log in service.logs():
                print(log[-1500:])
            raise
    checks.finish()


if __name__ == "__main__":
    main()
