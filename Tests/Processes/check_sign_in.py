"""Sign-in by programs that share no code with it: `cryptography` and openssl judge certificates, Authlib is the site.

    check_sign_in.py <chave>

The devices are of pure Python (Tests/Processes/sign_in), written from docs/sign-in.md. For each error that a library
checks, the script provokes that error.
"""

import datetime
import sys
import tempfile
import uuid

from checks import Checks
from server import Server
from sign_in import chains
from sign_in.client_keys import check_client_keys
from sign_in.device import Device
from sign_in.extending import extended, own_child
from sign_in.jose import new_key
from sign_in.people import check_people
from sign_in.relying_party import check_relying_party
from sign_in.tenant import Tenant
from sign_in.tokens import check_tokens
from sign_in.web import check_secrecy, send


def check_registration(checks, tenant):
    """From the admin's call to a credential; opening the link in between changes nothing."""
    user, link = tenant.add_user()
    checks.that("a new user has no device", tenant.devices(user) == [])
    seen = [send(method, link, headers={"User-Agent": "MailScanner/1.0"}) for method in ("GET", "HEAD", "GET", "GET")]
    leads = {each.headers.get("Location") for each in seen if each.status in (302, 303)}
    checks.that("a scanner that opens the mailed link is only sent on", len(leads) == 1, repr(seen[:2]))
    checks.that("and has bound nothing", tenant.devices(user) == [])
    device = Device(tenant)
    token = device.token_of(link)
    refused = device.bind(token[:-1] + ("A" if token[-1] != "A" else "B"))
    checks.that("another token is refused", refused.is_error(400, "invalid_registration_token"), repr(refused))
    other = new_key()
    request = Device(tenant)
    request.key = other
    device.take(device.bind(token).must(201, what="credential").json)
    checks.that(
        "after that the link still binds",
        [each["credential_id"] for each in tenant.devices(user)] == [device.credential],
    )
    again = device.bind(token)
    checks.that(
        "the same key gets the same credential again",
        again.status in (200, 201) and again.json == device.bound,
        repr(again),
    )
    spent = request.bind(token)
    checks.that("another key gets nothing for it", spent.is_error(400, "invalid_registration_token"), repr(spent))
    checks.that("with the same answer as an unknown token", spent.body == refused.body, f"{spent} {refused}")
    second, link = tenant.add_user()
    taken = device.bind(device.token_of(link))
    checks.that("a key that has a credential gets no second one", taken.is_error(409, "conflict"), repr(taken))
    older = device.token_of(link)
    newer = tenant.recover(second)
    overtaken = Device(tenant).bind(older)
    checks.that(
        "a newer link overtakes the older", overtaken.is_error(400, "invalid_registration_token"), repr(overtaken)
    )
    checks.that("and binds", Device(tenant).bind(device.token_of(newer)).status == 201)
    return user, device


def check_chains(checks, tenant, device, client):
    """Five devices, each under the one before: both programs and the table of the documentation judge every chain."""
    line = [device]
    while len(line) < 5:
        line.append(extended(line[-1], client, Device(tenant, f"Telefone {len(line) + 1}")))
    for depth, each in enumerate(line):
        chain = chains.loaded(each.chain)
        bound = each.bound
        wrong = chains.faults(chain, tenant.name, bound["user_id"], each.credential, bound["root_fingerprint"])
        checks.that(f"depth {depth}: the chain is as documented", not wrong, "; ".join(wrong))
        checks.that(f"depth {depth}: cryptography verifies it", chains.cryptography_accepts(chain))
        said = chains.openssl_says(chain, "-verify_depth", "4")
        checks.that(f"depth {depth}: openssl verifies it", said.returncode == 0, said.stderr)
    chain = chains.loaded(line[-1].chain)
    other_user, _ = tenant.add_user()
    without = chain[:2] + chain[3:]
    later = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=366)
    day = str(int(later.timestamp()))
    checks.that("openssl misses a link that is left out", not chains.openssl_accepts(without))
    checks.that("so does cryptography", not chains.cryptography_accepts(without))
    checks.that("openssl sees a year go by", not chains.openssl_accepts(chain, "-attime", day))
    checks.that("so does cryptography", not chains.cryptography_accepts(chain, moment=later))
    namesake = chains.namesake(chain[-1])
    checks.that("openssl refuses a root of the same name", not chains.openssl_accepts(chain, root=namesake))
    checks.that("so does cryptography", not chains.cryptography_accepts(chain, root=namesake))
    ids = (tenant.name, other_user["internal_id"], str(uuid.uuid4()))
    forged = chains.loaded([own_child(device, new_key(), *ids, path_length=3), *device.chain])
    checks.that("the name constraint stops a child for another user in openssl", not chains.openssl_accepts(forged))
    checks.that("and in cryptography", not chains.cryptography_accepts(forged))
    wrong = chains.faults(
        forged, *ids[:1], device.bound["user_id"], device.credential, device.bound["root_fingerprint"]
    )
    checks.that(
        "which the table of the documentation sees too", "depth 1: the subject's name" in wrong, "; ".join(wrong)
    )
    return line


def check_revoked_line(checks, tenant, user, line, client):
    """A revoked device ends with all devices below it; revoking it alone lets the others continue, with a chain of
    their own."""
    first, second, third, fourth, fifth = line
    tenant.revoke(user, fourth.credential)
    ended = fifth.authorize(fifth.form(client, code_challenge="c" * 43, code_challenge_method="S256"))
    checks.that(
        "a revoked parent ends its child, which hears why",
        ended.is_error(403, "access_denied") and ended.json.get("credential_state") == "device_deleted",
        repr(ended),
    )
    checks.that("those above it go on", all(each.can_sign_in(client) for each in (first, second, third)))
    tenant.revoke(user, second.credential, below=False)
    checks.that("revoked alone, it is out", not second.can_sign_in(client))
    checks.that("the one that it let in goes on", third.can_sign_in(client))
    chain = chains.loaded(third.chain)
    bound = third.bound
    wrong = chains.faults(chain, tenant.name, bound["user_id"], third.credential, bound["root_fingerprint"])
    checks.that("under the root, with a chain as documented", len(chain) == 2 and not wrong, f"{len(chain)} {wrong}")
    checks.that("which openssl verifies", chains.openssl_accepts(chain))


def check_recovery(checks, tenant, client):
    user, link = tenant.add_user()
    device = Device(tenant).register(link)
    link = tenant.recover(user)
    checks.that("before the link is used the old device goes on", device.can_sign_in(client))
    new = Device(tenant).register(link)
    ended = device.authorize(device.form(client, code_challenge="c" * 43, code_challenge_method="S256"))
    checks.that("a recovery ends the old device", ended.is_error(403, "access_denied"), repr(ended))
    checks.that("and the new one signs in", new.can_sign_in(client))
    manage = f"/v1/manage/users/{user['internal_id']}"
    for act, state in (("suspend", "user_suspended"), ("activate", None)):
        tenant.manage("POST", f"{manage}/{act}").must(200, what=act)
        reply = new.authorize(new.form(client, code_challenge="c" * 43, code_challenge_method="S256"))
        said = reply.json.get("credential_state")
        checks.that(
            f"after {act} the device hears {state}", said == state and (reply.status == 200) == (not state), repr(reply)
        )
    tenant.manage("DELETE", manage).must(200, what="deletion")
    reply = new.authorize(new.form(client, code_challenge="c" * 43, code_challenge_method="S256"))
    checks.that(
        "a deleted user's device hears so",
        reply.status == 403 and reply.json["credential_state"] == "user_deleted",
        repr(reply),
    )


def check_links_end(checks, tenant):
    _, link = tenant.add_user()
    device = Device(tenant)
    token = device.token_of(link)
    tenant.put_clock_forward(24 * 3600 + 1)
    late = device.bind(token)
    checks.that("a link is good for 24 hours", late.is_error(400, "invalid_registration_token"), repr(late))


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder, "--trusted-proxy", "127.0.0.1").start()
        try:
            tenant = Tenant(server)
            client = tenant.add_client()
            user, device = check_registration(checks, tenant)
            line = check_chains(checks, tenant, device, client)
            check_revoked_line(checks, tenant, user, line, client)
            check_relying_party(checks, tenant, device)
            check_client_keys(checks, tenant, device)
            check_tokens(checks, tenant, user, device)
            check_people(checks, tenant)
            check_recovery(checks, tenant, client)
            check_links_end(checks, tenant)
            check_secrecy(checks, server)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
