"""A year of sign-in, with the server's clock put forward by libfaketime and this program's own beside it.

    check_sign_in_years.py <chave>

Certificates are renewed before they end, tokens end at their expiry, keys follow each other, and a revoked device stays
out.
"""

import sys
import tempfile
import time
from unittest import mock

from checks import Checks
from faults.clock import Clock
from server import Server
from sign_in import chains
from sign_in.device import Device, s256
from sign_in.extending import Exporter, extended
from sign_in.jose import header_of
from sign_in.site import Site, came_back
from sign_in.tenant import Tenant
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import send

DAY = 86_400
CHALLENGE = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}


class World:
    """A server whose wall clock and ours are the same, whatever they say."""

    def __init__(self, server, clock):
        self.server, self.clock = server, clock
        self.tenant = Tenant(server)
        self.client = self.tenant.add_client()

    def wait(self, seconds):
        self.clock.jump(seconds)

    def person(self):
        user, link = self.tenant.add_user()
        return user, Device(self.tenant).register(link)

    def sign_in(self, device):
        """The answer, with the chain left in it."""
        return device.authorize(device.form(self.client, **CHALLENGE))

    def faults(self, device):
        bound = device.bound
        chain = chains.loaded(device.chain)
        wrong = chains.faults(chain, self.tenant.name, bound["user_id"], device.credential, bound["root_fingerprint"])
        said = chains.openssl_says(chain)
        return wrong + ([] if said.returncode == 0 else [said.stderr])


def check_tokens_end(checks, world):
    user, device = world.person()
    tokens = Tokens(world.tenant, device, world.client)
    token = tokens.signed_in()
    world.wait(590)
    checks.that("an access token counts for ten minutes", tokens.userinfo(token["access_token"]).status == 200)
    world.wait(20)
    late = tokens.userinfo(token["access_token"])
    checks.that("and not for longer", late.is_error(401, "invalid_token"), repr(late))
    for days in (10, 10, 9):
        world.wait(days * DAY)
        token = tokens.refresh(token)
    checks.that("a refresh token goes on for a month", tokens.userinfo(token["access_token"]).status == 200)
    world.wait(2 * DAY)
    late = tokens.post({"grant_type": "refresh_token", "refresh_token": token["refresh_token"]})
    checks.that("which no refresh makes longer", late.is_error(400, "invalid_grant"), repr(late))


def check_keys_follow(checks, world):
    """A site that keeps the keys meets a new one, and reads them again."""
    _, device = world.person()
    site = Site(world.tenant, world.tenant.add_client("client_secret_basic"))
    names = []
    site.answered_with(lambda answer: names.append(header_of(answer["id_token"])["kid"]) or answer)

    def signed_in():
        visitor = site.visitor()
        return visitor.come_back(**came_back(device, visitor.sign_in()[1])).status_code == 302

    checks.that("a site signs somebody in", signed_in())
    assert world.clock.offset == 0, "the command goes by the real clock"
    rotated = world.server.beside("keys", "rotate-id-tokens")
    checks.that("keys are rotated", "new keys for" in rotated.stdout, rotated.stderr)
    world.wait(300)
    checks.that("for ten minutes the old key signs", signed_in() and names[-1] == names[0], str(names))
    world.wait(310)
    checks.that("then the new one, and the site finds it", signed_in() and names[-1] != names[0], str(names))
    world.wait(1300)
    keys = send("GET", world.tenant.discovery()["jwks_uri"]).json["keys"]
    left = {key["kid"] for key in keys}
    checks.that("the old one goes when its last token is dead", names[-1] in left and names[0] not in left, str(left))


def check_renewal(checks, world):
    """Three devices in a line and one that stays away."""
    user, first = world.person()
    second = extended(first, world.client, Device(world.tenant, "Segundo"))
    third = extended(second, world.client, Device(world.tenant, "Terceiro"))
    absent_user, absent = world.person()
    world.wait(300 * DAY)
    early = world.sign_in(first)
    checks.that("with 65 days left nothing is renewed", early.status == 200 and "chain" not in early.json, repr(early))
    world.wait(6 * DAY)
    for what, each in (("first", first), ("third", third)):
        old, ends = list(each.chain), chains.loaded(each.chain)[0].not_valid_after_utc
        reply = world.sign_in(each)
        checks.that(
            f"with 59 days left the {what} device gets a chain",
            reply.status == 200 and "chain" in reply.json,
            repr(reply),
        )
        renewed = chains.loaded(each.chain)
        same = renewed[0].public_key() == chains.loaded(old)[0].public_key()
        later = renewed[0].not_valid_after_utc > ends
        checks.that(
            f"the {what}'s is under the root, of the same key, and longer", len(renewed) == 2 and same and later
        )
        checks.that(f"the {what}'s is as documented", not world.faults(each), "; ".join(world.faults(each)))
        checks.that(f"with it the {what} signs in, and gets no other", "chain" not in world.sign_in(each).json)
    lost = Device(world.tenant)
    lost.key, lost.bound, lost.chain = third.key, third.bound, old
    again = world.sign_in(lost)
    checks.that("who lost the answer gets it again", again.status == 200 and lost.chain == third.chain, repr(again))
    exporter = Exporter(second, world.client).start()
    checks.that(
        "an extension renews too", len(second.chain) == 2 and not world.faults(second), "; ".join(world.faults(second))
    )
    exporter.cancel()
    world.wait(70 * DAY)
    checks.that(
        "after a year the renewed devices sign in", world.sign_in(first).status == world.sign_in(third).status == 200
    )
    late = world.sign_in(absent)
    checks.that("who stayed away does not", late.is_error(400, "invalid_grant"), repr(late))
    new = Device(world.tenant).register(world.tenant.recover(absent_user))
    checks.that("until its person is recovered", world.sign_in(new).status == 200)
    world.tenant.revoke(user, first.credential)
    ended = [world.sign_in(each) for each in (first, second, third)]
    states = [reply.json.get("credential_state") for reply in ended]
    checks.that("revoking the first still reaches all that it let in", states == ["device_deleted"] * 3, str(ended))


def main(program):
    checks, real = Checks(), time.time
    for trial in (check_tokens_end, check_keys_follow, check_renewal):
        with tempfile.TemporaryDirectory() as folder:
            clock = Clock(folder)
            if clock.library is None:
                raise AssertionError("libfaketime is not installed: scripts/setup test")
            server = Server(program, folder, surroundings=clock.surroundings).start()
            try:
                with mock.patch("time.time", lambda: real() + clock.offset):
                    trial(checks, World(server, clock))
                what = trial.__name__[6:].replace("_", " ")
                checks.that(f"{what}: the server ends cleanly", server.stop() == 0, server.said()[-2000:])
            finally:
                server.end()
                clock.tidy()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
