"""A second device by nine digits, both ends in pure Python, and everything that must not let one in.

    check_sign_in_extensions.py <chave>

The server learns the client's address from a proxy here, so that wrong codes can come from many of them.
"""

import base64
import concurrent.futures
import sys
import tempfile
import uuid

from checks import Checks
from server import Server
from sign_in.chains import loaded, openssl_accepts
from sign_in.device import Device, ecdsa
from sign_in.extending import Exporter, Importer, extended, own_child, paired, to_be_signed_of
from sign_in.guessing import check_day_limit, check_guess_limits, check_said_addresses
from sign_in.jose import new_key
from sign_in.tenant import Tenant
from sign_in.web import check_secrecy, send

ASKED = {"code_challenge": "c" * 43, "code_challenge_method": "S256"}


class World:
    """A server, a client, and people with one device each."""

    def __init__(self, server):
        self.tenant = Tenant(server)
        self.client = self.tenant.add_client()

    def person(self):
        user, link = self.tenant.add_user()
        return user, Device(self.tenant, "Telefone").register(link)

    def device(self, name="Tablet da Ana"):
        return Device(self.tenant, name)

    def signs_in(self, device):
        return device.can_sign_in(self.client)


def check_golden(checks, world):
    user, first = world.person()
    exporter = Exporter(first, world.client)
    opened = send("POST", f"{exporter.base}/v2/extensions", data={"client_id": world.client["client_id"]})
    begun = opened.is_error(403, "insufficient_authorization") and opened.json["expires_in"] == 120
    checks.that("the first call asks for a proof", begun, repr(opened))
    exporter.start()
    state = exporter.state
    digits = state["code"].isdigit() and len(state["code"]) == 9
    checks.that("nine digits for ninety seconds", digits and 80 <= state["code_expires_in"] <= 90, str(state))
    tag = exporter.look().headers.get("ETag")
    importer = Importer(world.device())
    with concurrent.futures.ThreadPoolExecutor() as pool:
        held = pool.submit(exporter.look, headers={"Prefer": "wait=20", "If-None-Match": tag})
        claimed = importer.claim(state["code"]).must(201, what="claim").json
        seen = held.result()
    exporter.look()
    checks.that(
        "a held look wakes when the code is claimed",
        seen.json["status"] == "pairing" and seen.headers.get("ETag") != tag,
        repr(seen),
    )
    pairing = exporter.pairing
    checks.that("the first device sees the second one's name", pairing["device_name"] == "Tablet da Ana", str(pairing))
    checks.that(
        "both show one number, which is one of three",
        pairing["match_number"] == importer.number
        and importer.number in pairing["choices"]
        and len(set(pairing["choices"])) == 3,
        f"{pairing} {importer.number}",
    )
    checks.that("the code is shown no more", "code" not in exporter.state, str(exporter.state))
    checks.that("the claim names whom it is for", "name" in claimed["profile"], str(claimed))
    checks.that(
        "what is to be signed is as documented", not exporter.faults_of_child(), str(exporter.faults_of_child())
    )
    checks.that(
        "before the approval the second device has nothing",
        importer.look().json == {"status": "pending"},
        repr(importer.look()),
    )
    tag = importer.look().headers.get("ETag")
    approval = ecdsa(first.key, base64.b64decode(pairing["to_be_signed"]))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        held = pool.submit(importer.look, headers={"Prefer": "wait=20", "If-None-Match": tag})
        done = exporter.approve(signature=approval, pairing=pairing)
        woken = held.result()
    checks.that("the approval ends it", done.status == 200 and done.json["status"] == "done", repr(done))
    checks.that("and wakes the second device", woken.json["status"] == "approved", repr(woken))
    again = exporter.approve(signature=approval, pairing=pairing)
    checks.that(
        "the same approval again has the same answer",
        again.status == 200 and again.json["status"] == "done",
        repr(again),
    )
    second = importer.finish()
    checks.that("the second device signs in", world.signs_in(second))
    listed = {each["credential_id"] for each in world.tenant.devices(user)}
    checks.that("both are on record", listed == {first.credential, second.credential}, str(listed))
    spent = Importer(world.device()).claim(state["code"])
    checks.that("the code is spent", spent.is_error(400, "invalid_code"), repr(spent))
    taken = Exporter(first, world.client).start()
    reused = Importer(second).claim(taken.state["code"])
    checks.that(
        "a key that has a credential cannot claim",
        reused.is_error(400, "invalid_request") and reused.json["field"] == "csr",
        repr(reused),
    )
    checks.that(
        "a cancelled one ends",
        taken.cancel().status == 200 and taken.look().json["status"] == "aborted",
        repr(taken.look()),
    )


def check_answers(checks, world):
    """Right code without approval, wrong number, no, foreign tokens: nobody is let in."""
    user, first = world.person()
    exporter, importer = paired(first, world.client, world.device())
    wrong = next(each for each in exporter.pairing["choices"] if each != exporter.pairing["match_number"])
    refused = exporter.approve(wrong)
    checks.that("a wrong number refuses", importer.status == "refused", repr(refused))
    checks.that(
        "and the right one comes too late", exporter.approve().is_error(409, "conflict"), repr(exporter.approve())
    )
    checks.that("a new code is shown", "code" in exporter.look().json, repr(exporter.look()))
    importer = Importer(world.device())
    importer.claim(exporter.state["code"]).must(201, what="claim")
    exporter.look()
    stranger = Exporter(world.person()[1], world.client).start()
    for what, token in (
        ("another extension's token", stranger.token),
        ("the claim's token", importer.token),
        ("no token", ""),
    ):
        reply = send("GET", exporter.address, bearer=token)
        checks.that(f"with {what} the state is not shown", reply.status in (401, 404), repr(reply))
        body = {"pairing_id": exporter.pairing["pairing_id"], "match_number": importer.number, "signature": "AAAA"}
        reply = send("POST", f"{exporter.address}/approval", json=body, bearer=token)
        checks.that(f"with {what} nothing is approved", reply.status in (401, 404), repr(reply))
    checks.that("the claim still waits", importer.status == "pending")
    checks.that("a no refuses", exporter.refuse().status == 200 and importer.status == "refused")
    importer = Importer(world.device())
    exporter.look()
    importer.claim(exporter.state["code"]).must(201, what="claim")
    world.tenant.put_clock_forward(61)
    checks.that("no answer in a minute refuses", importer.status == "refused", repr(importer.look()))
    checks.that("three refusals end it", exporter.look().json["status"] == "aborted", repr(exporter.look()))
    checks.that("nobody was let in", len(world.tenant.devices(user)) == 1)


def check_forged(checks, world):
    """The first device signs exactly the server's bytes; the server refuses all others."""
    user, first = world.person()
    other, _ = world.tenant.add_user()
    exporter, importer = paired(first, world.client, world.device())
    tenant, own, name = world.tenant.name, user["internal_id"], str(uuid.uuid4())
    key = importer.device.key
    honest = base64.b64decode(exporter.pairing["to_be_signed"])
    for what, altered in (
        ("another user", own_child(first, key, tenant, other["internal_id"], name, 3)),
        ("a longer path", own_child(first, key, tenant, own, name, 4)),
        ("no CA", own_child(first, key, tenant, own, name, None, is_ca=False)),
        ("another key", own_child(first, new_key(), tenant, own, name, 3)),
    ):
        refused = exporter.approve(signature=ecdsa(first.key, to_be_signed_of(altered)))
        checks.that(
            f"a signature over a certificate with {what} is refused",
            refused.status == 400 and refused.error,
            repr(refused),
        )
    for what, signature in (
        ("by another key", ecdsa(new_key(), honest)),
        ("that is none", b"\x30\x06\x02\x01\x00\x02\x01\x00"),
        ("that is no DER", b"\xff" * 64),
    ):
        refused = exporter.approve(signature=signature)
        checks.that(f"a signature {what} is refused", refused.status == 400 and refused.error, repr(refused))
    checks.that("the question is still open", importer.status == "pending")
    checks.that("and the honest signature ends it", exporter.approve().status == 200 and importer.status == "approved")
    for what, user_id, length in (
        ("of this user", own, 3),
        ("of another user", other["internal_id"], 3),
        ("that may issue for ever", own, 9),
    ):
        mine = new_key()
        child = own_child(first, mine, tenant, user_id, str(uuid.uuid4()), length)
        thief = world.device()
        thief.key, thief.chain = mine, [child, *first.chain]
        if user_id == own and length == 3:
            checks.that("a child that it signs by itself is right for openssl", openssl_accepts(loaded(thief.chain)))
        reply = thief.authorize(thief.form(world.client, **ASKED))
        checks.that(f"an unrecorded child {what} does not sign in", reply.is_error(400, "invalid_grant"), repr(reply))
        begun = Exporter(thief, world.client).begin()
        checks.that(f"an unrecorded child {what} lets nobody in", begun.is_error(400, "invalid_grant"), repr(begun))


def check_depth(checks, world):
    """Five devices under the root and no sixth."""
    _, first = world.person()
    line = [first]
    while len(line) < 5:
        line.append(extended(line[-1], world.client, world.device()))
    checks.that("the fifth device signs in", world.signs_in(line[-1]))
    refused = Exporter(line[-1], world.client).begin()
    checks.that("and lets no sixth in", refused.is_error(403, "access_denied"), repr(refused))
    mine = new_key()
    child = own_child(line[-1], mine, world.tenant.name, first.bound["user_id"], str(uuid.uuid4()), 0)
    thief = world.device()
    thief.key, thief.chain = mine, [child, *line[-1].chain]
    reply = thief.authorize(thief.form(world.client, **ASKED))
    checks.that("a sixth that it signed by itself does not sign in", reply.is_error(400, "invalid_grant"), repr(reply))


def check_ended_parent(checks, world):
    """A first device that is revoked, or whose user is suspended, ends what it began."""
    user, first = world.person()
    exporter, importer = paired(first, world.client, world.device())
    world.tenant.revoke(user, first.credential)
    late = exporter.approve()
    state = (late.json or {}).get("credential_state")
    checks.that(
        "a revoked device's approval is refused",
        late.is_error(403, "access_denied") and state == "device_deleted",
        repr(late),
    )
    checks.that("the second device hears of no credential", importer.status == "refused", repr(importer.look()))
    begun = Exporter(first, world.client).begin()
    checks.that("and it begins no other", begun.is_error(403, "access_denied"), repr(begun))
    user, first = world.person()
    exporter, importer = paired(first, world.client, world.device())
    world.tenant.manage("POST", f"/v1/manage/users/{user['internal_id']}/suspend").must(200, what="suspension")
    late = exporter.approve()
    state = (late.json or {}).get("credential_state")
    checks.that(
        "nor does a suspended user's", late.is_error(403, "access_denied") and state == "user_suspended", repr(late)
    )
    checks.that("which lets nobody in", importer.status == "refused" and len(world.tenant.devices(user)) == 1)


def check_rotation(checks, world):
    """A code is replaced each ninety seconds, ten times; the second device's clock does not matter."""
    _, first = world.person()
    exporter = Exporter(first, world.client).start()
    old = exporter.state["code"]
    world.tenant.put_clock_forward(91)
    state = exporter.look().must(200, what="state").json
    checks.that(
        "after ninety seconds there is another code", state["rotation"] == 1 and state["code"] != old, str(state)
    )
    grace = Importer(world.device())
    checks.that("the old one is good for some seconds more", grace.claim(old).status == 201)
    exporter.look()
    exporter.refuse().must(200, what="refusal")
    old = exporter.look().json["code"]
    world.tenant.put_clock_forward(96)
    exporter.look()
    checks.that("and not after them", Importer(world.device()).claim(old).is_error(400, "invalid_code"))
    world.tenant.put_clock_forward(10 * 90 + 6)
    checks.that("after ten it is over", exporter.look().json["status"] == "aborted", repr(exporter.look()))
    late = Importer(world.device()).claim(state["code"])
    checks.that("and its code with it", late.is_error(400, "invalid_code"), repr(late))


def check_three_at_most(checks, world):
    """One extension for each device, three for each user."""
    _, first = world.person()
    line = [first]
    while len(line) < 4:
        line.append(extended(line[-1], world.client, world.device()))
    begun = [Exporter(each, world.client).start() for each in line[:3]]
    fourth = Exporter(line[3], world.client).begin()
    checks.that("a user has three under way at most", fourth.is_error(409, "conflict"), repr(fourth))
    codes = {each.look().json.get("code") for each in begun}
    checks.that("each has a code of its own", len(codes) == 3 and None not in codes, str(codes))
    shown, again = begun[0].state["code"], Exporter(first, world.client).start()
    states = (begun[0].look().json["status"], again.look().json["status"])
    checks.that("a device that begins anew ends its former one", states == ("aborted", "offering"), str(states))
    late = Importer(world.device()).claim(shown)
    checks.that("with its code", late.is_error(400, "invalid_code"), repr(late))
    begun[1].cancel()
    checks.that("and another when one is cancelled", Exporter(line[3], world.client).begin().status == 201)


def check_lost_answers(checks, world):
    """The second device asks again, because the first answer was lost."""
    _, first = world.person()
    exporter, importer = Exporter(first, world.client).start(), Importer(world.device())
    code = exporter.state["code"]
    importer.claim(code).must(201, what="claim")
    again = Importer(importer.device)
    repeated = again.claim(code).must(201, what="the same claim")
    checks.that(
        "the same key with the same code is the same claim",
        (again.id, again.number) == (importer.id, importer.number),
        repr(repeated),
    )
    checks.that(
        "with a token that replaces the one before",
        again.token != importer.token and importer.look().status in (401, 404),
    )
    other = Importer(world.device()).claim(code)
    checks.that("another key with it is wrong", other.is_error(400, "invalid_code"), repr(other))
    ended = again.cancel()
    checks.that(
        "the second device may end it", ended.status == 200 and ended.json["status"] == "refused", repr(ended)
    )
    state = exporter.look().must(200, what="state").json
    checks.that(
        "and the first one shows another code", state["status"] == "offering" and state["code"] != code, str(state)
    )


def check_parallel(checks, world):
    """A hundred devices with one code at the same moment: one pairing, and nobody else learns anything."""
    user, first = world.person()
    exporter = Exporter(first, world.client).start()
    importers = [Importer(world.device(f"Aparelho {number}")) for number in range(100)]
    code = exporter.state["code"]
    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        replies = list(pool.map(lambda pair: pair[1].claim(code, f"198.51.100.{pair[0]}"), enumerate(importers)))
    taken = [importer for importer, reply in zip(importers, replies) if reply.status == 201]
    others = {(reply.status, reply.error) for reply in replies if reply.status != 201}
    checks.that("of a hundred claims of one code one is taken", len(taken) == 1, str(len(taken)))
    allowed = {(400, "invalid_code"), (400, "proof_of_work_required"), (429, "slow_down")}
    checks.that("the others are told that the code is wrong", others <= allowed, str(others))
    exporter.look()
    checks.that("the first device is asked about that one", exporter.pairing["match_number"] == taken[0].number)
    exporter.approve().must(200, what="approval")
    checks.that("and one device is let in", len(world.tenant.devices(user)) == 2 and world.signs_in(taken[0].finish()))


def main(program):
    checks = Checks()
    proxied = ("--trusted-proxy", "127.0.0.1")
    for trial, arguments in (
        (check_golden, proxied),
        (check_answers, proxied),
        (check_forged, proxied),
        (check_depth, proxied),
        (check_ended_parent, proxied),
        (check_rotation, proxied),
        (check_three_at_most, proxied),
        (check_lost_answers, proxied),
        (check_parallel, proxied),
        (check_guess_limits, proxied),
        (check_day_limit, proxied),
        (check_said_addresses, ()),
    ):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(program, folder, *arguments).start()
            try:
                trial(checks, World(server))
                check_secrecy(checks, server)
                checks.that(
                    f"{trial.__name__[6:].replace('_', ' ')}: the server ends cleanly",
                    server.stop() == 0,
                    server.said()[-2000:],
                )
            finally:
                server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
