"""Two isolated tenants of one server; and a tenant whose root is replaced."""

import json

from joserfc import jwt
from joserfc.jwk import KeySet

from sign_in import chains
from sign_in.device import Device, s256
from sign_in.extending import Exporter, Importer, extended, paired
from sign_in.tenant import Tenant
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import send

CHALLENGE = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}


def other_tenant(server, name):
    """Made by the operator's commands, beside the running server."""
    made = server.beside("tenants", "add", name, "--name", "Outra Casa", "--json")
    assert made.returncode == 0, made.stderr
    token = server.beside("tenants", "token", name, "--json")
    assert token.returncode == 0, token.stderr
    tenant = Tenant(server, name, json.loads(token.stdout)["token"])
    tenant.manage(
        "POST",
        "/v0/configs/profile",
        {
            "profile_display_name": "Outra Casa",
            "registration_redirect_uri": f"{server.base_url}/registered",
        },
    ).must(200, what="profile")
    return tenant


def check_isolation(checks, tenant, device):
    other = other_tenant(tenant.server, "outra-casa")
    user, link = other.add_user()
    stranger = Device(other).register(link)
    mine, theirs = tenant.add_client(), other.add_client()
    checks.that("each tenant's people sign in to their own", device.can_sign_in(mine) and stranger.can_sign_in(theirs))
    moved = Device(other)
    moved.key, moved.chain, moved.bound = device.key, device.chain, device.bound
    reply = moved.authorize(moved.form(theirs, **CHALLENGE))
    checks.that("a device of one is nobody in the other", reply.is_error(400, "invalid_grant"), repr(reply))
    for what, client, place in (("one's client", mine, stranger), ("the other's client", theirs, device)):
        reply = send("POST", place.challenge_address, data=place.form(client, **CHALLENGE))
        checks.that(f"{what} is unknown below the other issuer", reply.is_error(401, "invalid_client"), repr(reply))
    check_tokens_apart(checks, tenant, other, device, stranger, mine)
    check_places_apart(checks, tenant, other, device, mine)
    for path in (f"/v1/manage/users/{user['internal_id']}/devices", f"/v1/manage/users/{user['internal_id']}"):
        reply = tenant.manage("GET", path)
        checks.that(
            f"{path.rsplit('/', 1)[-1][:7]} of the other's user are not found",
            reply.is_error(404, "not_found"),
            repr(reply),
        )
    reply = send("GET", f"{other.issuer}/v1/manage/users", bearer=tenant.token)
    checks.that("an API token counts for its own tenant alone", reply.is_error(401, "invalid_token"), repr(reply))
    exporter = Exporter(device, mine).start()
    claim = Importer(Device(other)).claim(exporter.state["code"])
    checks.that("nine digits of one are wrong in the other", claim.is_error(400, "invalid_code"), repr(claim))
    keys = [send("GET", each.discovery()["jwks_uri"]).json["keys"] for each in (tenant, other)]
    checks.that("no signing key is shared", not {key["kid"] for key in keys[0]} & {key["kid"] for key in keys[1]})
    checks.that("nor a root", device.bound["root_fingerprint"] != stranger.bound["root_fingerprint"])
    crossed = chains.loaded([*stranger.chain[:-1], device.chain[-1]])
    checks.that("and openssl takes no device under the other's root", not chains.openssl_accepts(crossed))


def check_tokens_apart(checks, tenant, other, device, stranger, client):
    tokens = Tokens(tenant, device, client)
    token = tokens.signed_in()
    there = other.discovery()
    reply = send("GET", there["userinfo_endpoint"], bearer=token["access_token"])
    checks.that(
        "an access token of one is worth nothing at the other", reply.is_error(401, "invalid_token"), repr(reply)
    )
    reply = tokens.post(
        {"grant_type": "refresh_token", "refresh_token": token["refresh_token"]}, there["token_endpoint"]
    )
    checks.that("nor is a refresh token", reply.is_error(401, "invalid_client"), repr(reply))
    reply = tokens.post(tokens.code_form(tokens.code()), there["token_endpoint"])
    checks.that("nor a code", reply.is_error(401, "invalid_client"), repr(reply))
    short = send("GET", f"{tenant.base}/v2/userinfo", bearer=token["access_token"])
    checks.that("without a tenant in the address its token finds it", short.status == 200, repr(short))


def check_places_apart(checks, tenant, other, device, client):
    """An endpoint that a token alone opens does not know the token below the other issuer, and still accepts it below
    its own."""
    _, link = tenant.add_user()
    token = Device.token_of(link)
    strange = send("GET", link.replace(f"/t/{tenant.name}/", f"/t/{other.name}/"))
    checks.that(
        "a mailed link leads nowhere below the other issuer",
        strange.is_error(400, "invalid_registration_token"),
        repr(strange),
    )
    late = Device(tenant)
    for what in ("a mailed token is unknown below the other issuer", "and so it is when it was spent"):
        reply = late.bind(token, below=other.issuer)
        checks.that(what, reply.is_error(400, "invalid_registration_token"), repr(reply))
        late.bind(token, below=tenant.issuer).must(201, what="credential")
    exporter, importer = paired(device, client, Device(tenant, "Terceiro"))
    own = tenant.base
    exporter.base = importer.base = other.issuer
    for what, call in (
        ("look", exporter.look),
        ("approve", exporter.approve),
        ("refuse", exporter.refuse),
        ("end", exporter.cancel),
        ("hear of a claim", importer.look),
        ("end a claim", importer.cancel),
    ):
        reply = call()
        checks.that(f"nobody may {what} below the other issuer", reply.is_error(401, "invalid_token"), repr(reply))
    exporter.base = importer.base = own
    checks.that("and nothing of it ended", importer.status == "pending" and exporter.approve().status == 200)


def check_rollover(checks, tenant, device, client):
    """The newer root signs, the older one counts on; both chains are as documented."""
    rolled = tenant.server.beside("tenants", "roots", tenant.name, "--add", "--json")
    checks.that("a second root is made beside the server", rolled.returncode == 0, rolled.stderr)
    new = Device(tenant).register(tenant.add_user()[1])
    changed = new.bound["root_fingerprint"] != device.bound["root_fingerprint"]
    checks.that(
        "new devices stand under it",
        changed and chains.fingerprint(chains.loaded(new.chain)[-1]) == new.bound["root_fingerprint"],
    )
    for what, each in (("the old root's", device), ("the new root's", new)):
        checks.that(f"{what} device signs in", each.can_sign_in(client))
    child = extended(device, client, Device(tenant, "Segundo"))
    chain = chains.loaded(child.chain)
    wrong = chains.faults(chain, tenant.name, child.bound["user_id"], child.credential, child.bound["root_fingerprint"])
    checks.that("a second device under the old root has a chain as documented", not wrong, "; ".join(wrong))
    checks.that("which openssl verifies", chains.openssl_accepts(chain))
    crossed = chains.loaded([*device.chain[:-1], new.chain[-1]])
    checks.that("and not under the new root", not chains.openssl_accepts(crossed))
    swapped = Device(tenant)
    swapped.key, swapped.bound, swapped.chain = device.key, device.bound, [*device.chain[:-1], new.chain[-1]]
    reply = swapped.authorize(swapped.form(client, **CHALLENGE))
    checks.that("nor by the server", reply.is_error(400, "invalid_grant"), repr(reply))
    old = device.bound["root_fingerprint"]
    retired = tenant.server.beside("tenants", "roots", tenant.name, "--retire", old, "--yes")
    checks.that("the old root is retired", retired.returncode == 0, retired.stderr)
    reply = device.authorize(device.form(client, **CHALLENGE))
    checks.that("after that its devices are nobody", reply.is_error(400, "invalid_grant"), repr(reply))
    checks.that("and the new root's sign in", new.can_sign_in(client))


def check_key_rotation(checks, tenant, device, client):
    """A new key is published before it signs, so that a client that caches the keys for ten minutes misses none."""
    tokens = Tokens(tenant, device, client)
    before = send("GET", tokens.metadata["jwks_uri"]).json
    rotated = tenant.server.beside("keys", "rotate-id-tokens", "--tenant", tenant.name)
    checks.that("keys are rotated beside the server", rotated.returncode == 0, rotated.stderr)
    after = send("GET", tokens.metadata["jwks_uri"]).json
    names = [{key["kid"] for key in each["keys"]} for each in (before, after)]
    checks.that("new ones are published, the old ones stay", names[0] < names[1], str(names))
    token = tokens.signed_in()["id_token"]
    signed = jwt.decode(token, KeySet.import_key_set(before), algorithms=["ES256"])
    checks.that("and whoever has the old list alone verifies on", signed.claims["sub"] == device.bound["user_id"])
