"""Simultaneous actions, and a killed server: every acknowledged result stays, in each order.

    check_sign_in_races.py <chave>

CHAVE_RACES is how often each race is run (default 12), CHAVE_SIGN_IN_KILLS how often the server is killed (default 6),
CHAVE_CRASH_SEED makes the moments repeatable.
"""

import concurrent.futures
import os
import random
import sys
import tempfile
import threading
import time

import requests

from checks import Checks
from server import Server
from sign_in.device import Device, s256
from sign_in.extending import Exporter, Importer, paired
from sign_in.tenant import Tenant
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import check_secrecy, send

CHALLENGE = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}
GONE = requests.RequestException


class World:
    def __init__(self, server, chance):
        self.tenant, self.chance = Tenant(server), chance
        self.client = self.tenant.add_client()
        self.confidential = self.tenant.add_client("client_secret_basic")
        self.pool = concurrent.futures.ThreadPoolExecutor(16)

    def person(self):
        user, link = self.tenant.add_user()
        return user, Device(self.tenant).register(link)

    def at_once(self, *actions):
        """Runs the calls in parallel and returns their results; the order is random."""

        def later(action, seconds):
            time.sleep(seconds)
            return action()

        begun = [self.pool.submit(later, action, self.chance.uniform(0, 0.01)) for action in actions]
        return [each.result() for each in begun]

    def signs_in(self, device):
        return device.can_sign_in(self.client)


def race_revocation_and_approval(world):
    """The first device is revoked, with all below it, while it lets a second one in."""
    user, first = world.person()
    exporter, importer = paired(first, world.client, Device(world.tenant))
    approved, _ = world.at_once(exporter.approve, lambda: world.tenant.revoke(user, first.credential))
    if world.signs_in(first):
        return "the revoked device signs in"
    if approved.status == 200 and world.signs_in(importer.finish()):
        return "the device that it let in meanwhile signs in"
    if approved.status not in (200, 403, 409):
        return repr(approved)


def race_recovery_and_approval(world):
    """A recovered person's old device lets another one in at the same moment."""
    user, first = world.person()
    exporter, importer = paired(first, world.client, Device(world.tenant))
    new = Device(world.tenant)
    token = new.token_of(world.tenant.recover(user))
    approved, bound = world.at_once(exporter.approve, lambda: new.bind(token))
    if bound.status != 201 or not world.signs_in(new.take(bound.json)):
        return f"the new device does not sign in: {bound}"
    if world.signs_in(first):
        return "the old device signs in"
    if approved.status == 200 and world.signs_in(importer.finish()):
        return "what the old device let in signs in"


def race_suspension_and_code(world):
    """A code becomes tokens while its person is suspended."""
    user, device = world.person()
    tokens = Tokens(world.tenant, device, world.client)
    form = tokens.code_form(tokens.code())
    path = f"/v1/manage/users/{user['internal_id']}/suspend"
    given, _ = world.at_once(lambda: tokens.post(form), lambda: world.tenant.manage("POST", path).must(200))
    if given.status == 200 and tokens.userinfo(given.json["access_token"]).status == 200:
        return "a token of a suspended person counts"
    if given.status == 200:
        again = tokens.post({"grant_type": "refresh_token", "refresh_token": given.json["refresh_token"]})
        if again.status == 200:
            return "and refreshes"


def race_refresh_and_revocation(world):
    """A family is taken back while it is refreshed."""
    _, device = world.person()
    tokens = Tokens(world.tenant, device, world.client)
    token = tokens.signed_in()
    refresh = {"grant_type": "refresh_token", "refresh_token": token["refresh_token"]}
    end = tokens.metadata["revocation_endpoint"]
    refreshed, revoked = world.at_once(
        lambda: tokens.post(refresh), lambda: tokens.post({"token": token["refresh_token"]}, end)
    )
    if revoked.status != 200:
        return repr(revoked)
    given = [token] + ([refreshed.json] if refreshed.status == 200 else [])
    for each in given:
        if tokens.userinfo(each["access_token"]).status == 200:
            return "an access token of it counts"
        if tokens.post({**refresh, "refresh_token": each["refresh_token"]}).status == 200:
            return "a refresh token of it counts"


def race_two_keys_for_a_link(world):
    """Two devices with one mailed link."""
    user, link = world.tenant.add_user()
    devices = [Device(world.tenant) for _ in range(6)]
    token = Device.token_of(link)
    replies = world.at_once(*[lambda each=each: each.bind(token) for each in devices])
    bound = [reply for reply in replies if reply.status == 201]
    if len(bound) != 1 or len(world.tenant.devices(user)) != 1:
        return f"{len(bound)} were bound"


def race_one_key_in_two_extensions(world):
    """One key brings the codes of two people; both say yes."""
    pairs = [(Exporter(world.person()[1], world.client).start(), Device(world.tenant)) for _ in range(2)]
    key = pairs[0][1].key
    importers = []
    for exporter, device in pairs:
        device.key = key
        importers.append(Importer(device))
    claims = world.at_once(
        *[
            lambda importer=importer, code=exporter.state["code"]: importer.claim(code)
            for importer, (exporter, _) in zip(importers, pairs)
        ]
    )
    for exporter, _ in pairs:
        exporter.look()
    asked = [exporter for exporter, _ in pairs if "pairing" in exporter.state]
    replies = world.at_once(*[exporter.approve for exporter in asked])
    done = [reply for reply in replies if reply.status == 200]
    if len(done) > 1:
        return f"a key has {len(done)} credentials: {claims}"


def race_yes_and_no(world):
    """The person at the first device says yes and no."""
    user, first = world.person()
    exporter, importer = paired(first, world.client, Device(world.tenant))
    pairing = exporter.pairing
    approved, refused = world.at_once(lambda: exporter.approve(pairing=pairing), exporter.refuse)
    says, count = importer.status, len(world.tenant.devices(user))
    if (approved.status == 200) != (says == "approved") or count != (2 if says == "approved" else 1):
        return f"{approved} {refused} {says} {count}"


def race_many_extensions(world):
    """A device begins twelve: each ends the one before, so that one is left."""
    _, first = world.person()
    exporters = [Exporter(first, world.client) for _ in range(12)]

    def start(exporter):
        reply = exporter.begin()
        if reply.status == 201:
            exporter.id, exporter.token = reply.json["extension_id"], reply.json["extension_token"]
        return reply

    replies = world.at_once(*[lambda each=each: start(each) for each in exporters])
    if any(reply.status not in (201, 409, 503) for reply in replies):
        return str(replies)
    looks = [each.look().json for each, reply in zip(exporters, replies) if reply.status == 201]
    live = [look["code"] for look in looks if look["status"] == "offering"]
    if len(live) != 1:
        return f"{len(live)} of {len(looks)} are under way"


def race_one_proof(world):
    """One proof is sent six times."""
    _, device = world.person()
    form = device.form(world.client, **CHALLENGE)
    opened = send("POST", device.challenge_address, data=form).must(403).json
    second = {
        "client_id": form["client_id"],
        "auth_session": opened["auth_session"],
        "assertion": device.assertion(device.claims(opened, device.challenge_address, "sign-in", form)),
    }
    replies = world.at_once(*[lambda: send("POST", device.challenge_address, data=second)] * 6)
    if len([reply for reply in replies if reply.status == 200]) != 1:
        return str(replies)


RACES = (
    race_revocation_and_approval,
    race_recovery_and_approval,
    race_suspension_and_code,
    race_refresh_and_revocation,
    race_two_keys_for_a_link,
    race_one_key_in_two_extensions,
    race_yes_and_no,
    race_many_extensions,
    race_one_proof,
)


class Walker(threading.Thread):
    """A client that continues until the server is killed, and records the responses."""

    def __init__(self, world, user, device):
        super().__init__(daemon=True)
        self.world, self.user, self.device = world, user, device
        # This client's retry of an unanswered refresh is recognised as its own.
        self.tokens = Tokens(world.tenant, device, world.confidential)
        self.let_in, self.revoked, self.spent, self.newest = [], [], [], None

    def run(self):
        try:
            while True:
                self.step()
        except GONE:
            pass

    def step(self):
        code = self.tokens.code()
        answer = self.tokens.post(self.tokens.code_form(code))
        self.spent.append((code, answer.must(200).json))
        self.newest = answer.json
        exporter, importer = paired(self.device, self.world.client, Device(self.world.tenant))
        exporter.approve().must(200, what="approval")
        child = importer.finish()
        self.let_in.append(child)
        if len(self.let_in) % 2:
            self.world.tenant.revoke(self.user, child.credential)
            self.let_in.remove(child)
            self.revoked.append(child)
        refresh = {"grant_type": "refresh_token", "refresh_token": self.newest["refresh_token"]}
        self.newest = self.tokens.post(refresh).must(200, what="refresh").json

    def lost(self):
        """The acknowledged results from before the kill that are missing after it."""
        recorded = {each["credential_id"]: each for each in self.world.tenant.devices(self.user)}
        for child in self.let_in:
            if child.credential not in recorded:
                yield "a device that was let in"
            elif child is not self.let_in[-1] and not self.world.signs_in(child):  # the last one may have been ended
                yield "a device's right to sign in"
        for child in self.revoked:
            if self.world.signs_in(child):
                yield "a revocation"
        if self.newest is not None:
            again = self.tokens.post({"grant_type": "refresh_token", "refresh_token": self.newest["refresh_token"]})
            if again.status != 200:
                yield f"a refresh token: {again}"
        for code, _ in self.spent[-3:]:
            if self.tokens.post(self.tokens.code_form(code)).status != 400:
                yield "that a code was spent"


def check_kills(checks, world, server, rounds):
    """Kills the server at random moments: no acknowledged result is lost."""
    walked, lost, struck = 0, [], 0
    for _ in range(rounds):
        walkers = [Walker(world, *world.person()) for _ in range(3)]
        for each in walkers:
            each.start()
        time.sleep(world.chance.uniform(0.3, 1.5))
        struck += sum(each.is_alive() for each in walkers)
        server.kill()
        for each in walkers:
            each.join(40)
        server.start()
        for each in walkers:
            walked += len(each.spent) + len(each.let_in) + len(each.revoked)
            lost += each.lost()
    checks.that(f"{rounds} kills struck {struck} walkers", struck == 3 * rounds)
    checks.that(f"of {walked} answers none was lost", walked > rounds and not lost, "; ".join(lost[:4]))
    checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
    checked = server.beside("db", "check")
    checks.that("the databases are sound", checked.returncode == 0, checked.stdout + checked.stderr)


def main(program):
    checks = Checks()
    seed = int(os.environ.get("CHAVE_CRASH_SEED") or random.randrange(1 << 32))
    print(f"CHAVE_CRASH_SEED={seed}")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder).start()
        try:
            world = World(server, random.Random(seed))
            for race in RACES:
                rounds = int(os.environ.get("CHAVE_RACES") or 12)
                wrong = [said for said in (race(world) for _ in range(rounds)) if said]
                checks.that(f"{race.__name__[5:].replace('_', ' ')}, {rounds} times", not wrong, "; ".join(wrong[:2]))
            check_secrecy(checks, server)
            check_kills(checks, world, server, int(os.environ.get("CHAVE_SIGN_IN_KILLS") or 6))
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
