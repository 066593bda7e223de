"""Sign-in as it is abused: proofs that are none, the rows of RFC 9700, and HTTP that no honest client sends.

check_sign_in_abuse.py <chave>
"""

import sys
import tempfile

from checks import Checks
from server import Server
from sign_in.device import Device
from sign_in.hostile import check_hostile
from sign_in.proofs import check_proofs
from sign_in.rfc9700 import check_rows
from sign_in.tenant import Tenant
from sign_in.tenants import check_isolation, check_key_rotation, check_rollover
from sign_in.web import check_secrecy


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder).start()
        try:
            tenant = Tenant(server)
            _, link = tenant.add_user()
            device = Device(tenant).register(link)
            check_rows(checks, tenant, device)
            check_isolation(checks, tenant, device)
            check_hostile(checks, tenant, device)
            check_proofs(checks, tenant, device, tenant.add_client())
            check_key_rotation(checks, tenant, device, tenant.add_client())
            check_rollover(checks, tenant, device, tenant.add_client())
            server_errors = [line for line in server.said().splitlines() if '"status":"5' in line]
            checks.that("nothing was a 5xx", not server_errors, str(server_errors[:3]))
            check_secrecy(checks, server)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
