"""Hostile requests to sign-in's addresses: one response each, a 4xx in the right form, and no growth of the process."""

import gzip
import json

from check_hostile_http import LARGEST_BODY, MAY_GROW_KIB, Hostile, memory

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
FORMS = ("/v2/authorize-challenge", "/v2/token", "/v2/revoke", "/v2/introspect", "/v2/par", "/v2/extensions")
JSONS = (
    "/v2/credentials",
    "/v2/extension-claims",
    "/v1/manage/users",
    "/v1/manage/recover-user",
    "/v0/oidc/clients",
    "/v0/configs/profile",
    "/v2/extensions/x/approval",
    "/v2/extensions/x/refusal",
)
READS = (
    "/v2/userinfo",
    "/v2/extensions/x",
    "/v2/extension-claims/x",
    "/v1/manage/users",
    "/v1/manage/users/x/devices",
    "/v0/oidc/clients",
)
PUBLISHED = ("/.well-known/openid-configuration", "/.well-known/jwks.json")
NAMES = ("x", "%00", "%ff%fe", "..", "%2e%2e%2f", "'", "%F0%9F%92%A9", "a" * 4000, "%", "%zz", ";", "*")


class Caller(Hostile):
    """A client with an API token, so that the code behind the authentication is reached too."""

    def __init__(self, tenant):
        self.server = tenant.server
        self.credentials = f"Authorization: Bearer {tenant.token}"

    def head(self, *parts):
        """With the server's own host name: under another name its pages only redirect to it."""
        host = f"Host: localhost:{self.server.port}\r\n".encode()
        return super().head(*parts).replace(b"Host: localhost\r\n", host, 1)

    def call(self, method, target, kind, body, *lines):
        """One request on its own connection, which the server closes; returns all bytes until then."""
        headers = [f"Content-Type: {kind}", "Connection: close"] if kind else ["Connection: close"]
        return self.send(self.head(target, method, *headers, f"Content-Length: {len(body)}", *lines) + body)


REFUSALS = range(400, 500)


def is_refusal(answer, statuses=REFUSALS):
    """One answer, in sign-in's form."""
    try:
        body = json.loads(answer.data.partition(b"\r\n\r\n")[2])
        formed = isinstance(body["error"], str) and bool(body["error_description"])
    except (ValueError, KeyError, TypeError):
        formed = False
    return formed and len(answer.statuses) == 1 and answer.statuses[0] in statuses


def forms():
    yield "nothing", b""
    yield "a NUL", b"client_id=a%00b"
    yield "a bare NUL", b"client_id=a\0b"
    yield "half an escape", b"client_id=%4"
    yield "no escape", b"client_id=%zz"
    yield "no UTF-8", b"client_id=%ff%fe"
    yield "bare bytes", b"client_id=\xff\xfe"
    yield "an overlong slash", b"client_id=%c0%af"
    yield "a surrogate", b"client_id=%ed%a0%80"
    yield "a parameter that stands twice", b"client_id=a&client_id=a"
    yield "an unknown one that stands twice", b"x=1&x=2"
    yield "ten thousand parameters", b"&".join(b"p%d=1" % number for number in range(6_000))
    yield "ampersands alone", b"&" * 60_000
    yield "equals signs alone", b"=" * 60_000
    yield "a parameter of 60 KB", b"client_id=" + b"a" * 60_000
    yield "JSON", b'{"client_id":"a"}'
    yield "a header in a value", b"client_id=a%0d%0aSet-Cookie:%20x=1&redirect_uri=x%0d%0aLocation:%20y"
    yield (
        "every name",
        b"&".join(
            name + b"=x"
            for name in (
                b"client_id",
                b"redirect_uri",
                b"response_type",
                b"scope",
                b"state",
                b"nonce",
                b"code_challenge",
                b"code_challenge_method",
                b"auth_session",
                b"assertion",
                b"grant_type",
                b"code",
                b"code_verifier",
                b"refresh_token",
                b"token",
                b"client_secret",
                b"request",
                b"request_uri",
            )
        ),
    )


def documents():
    yield "nothing", b""
    yield "no JSON", b"\xff\xfe"
    yield "a list", b"[]"
    yield "a text", b'"x"'
    yield "null", b"null"
    yield "an empty object", b"{}"
    yield "thirty thousand lists", b"[" * 30_000
    yield "a name that stands twice", b'{"code":"1","code":"2","token":"a","token":"b"}'
    yield "a lone surrogate", rb'{"code":"\ud800","token":"\ud800","external_id":"\ud800"}'
    yield "a mark before it", b"\xef\xbb\xbf{}"
    yield "something after it", b"{}{}"
    yield "numbers for texts", json.dumps(dict.fromkeys(MEMBERS, 1)).encode()
    yield "lists for texts", json.dumps(dict.fromkeys(MEMBERS, [])).encode()
    yield "nulls for texts", json.dumps(dict.fromkeys(MEMBERS)).encode()
    yield "empty texts", json.dumps(dict.fromkeys(MEMBERS, "")).encode()
    yield "control characters", json.dumps(dict.fromkeys(MEMBERS, "a\0\x1b[2J\u202e")).encode()
    yield "long texts", json.dumps(dict.fromkeys(MEMBERS, "a" * 3_000)).encode()
    yield "a number without end", b'{"code":1e999999999,"redirect_uris":' + b"9" * 50_000 + b"}"


MEMBERS = (
    "external_id",
    "email",
    "user_name",
    "display_name",
    "binding_token_delivery_method",
    "token",
    "csr",
    "device_name",
    "code",
    "tenant_id",
    "proof_of_work",
    "pairing_id",
    "match_number",
    "signature",
    "name",
    "redirect_uris",
    "token_endpoint_auth_method",
    "id_token_signed_response_alg",
    "profile_display_name",
    "registration_redirect_uri",
)


def check_hostile(checks, tenant, device):
    caller = Caller(tenant)
    below = f"/t/{tenant.name}"
    warm = caller.call("GET", f"{below}/.well-known/openid-configuration", None, b"")
    checks.that("an honest request is answered", warm.statuses == [200], repr(warm))
    before = memory(tenant.server.process)
    check_bodies(checks, caller, below)
    check_methods_and_types(checks, caller, below)
    check_names(checks, caller, tenant, below)
    check_one_answer(checks, caller)
    check_pages(checks, caller, below)
    check_tokens_of_all_kinds(checks, caller, device)
    grown = memory(tenant.server.process) - before
    checks.that("the process has not grown", grown < MAY_GROW_KIB, f"{grown} KiB")
    checks.that("the server is ready", tenant.server.status("/readyz") == 200, tenant.server.said()[-2000:])


def check_bodies(checks, caller, below):
    for paths, kind, bodies in ((FORMS, FORM, forms), (JSONS, JSON, documents)):
        for path in paths:
            wrong, tried = [], 0
            for place in (path, below + path):
                for what, body in bodies():
                    answer = caller.call("POST", place, kind, body)
                    tried += 1
                    # Revoking an unknown token gets the same response as revoking a known one: RFC 7009, section 2.2.
                    if not is_refusal(answer):
                        wrong.append(f"{place} {what}: {answer}")
            checks.that(
                f"{path}: {tried} bodies that are none are refused", not wrong and tried >= 30, "; ".join(wrong[:3])
            )


def check_methods_and_types(checks, caller, below):
    wrong = []
    for path, kind in [(path, FORM) for path in FORMS] + [(path, JSON) for path in JSONS]:
        for place in (path, below + path):
            other = JSON if kind == FORM else FORM
            for given in (other, "text/plain", "multipart/form-data; boundary=x", "", None):
                answer = caller.call("POST", place, given, b"{}" if kind == JSON else b"client_id=x")
                if not is_refusal(answer):
                    wrong.append(f"{place} as {given}: {answer}")
            squeezed = caller.call("POST", place, kind, gzip.compress(b"{}"), "Content-Encoding: gzip")
            large = caller.call("POST", place, kind, b" " * (LARGEST_BODY + 1))
            if not is_refusal(squeezed) or not is_refusal(large, (413,)):
                wrong.append(f"{place} squeezed or large: {squeezed} {large}")
    checks.that("a body of another type, squeezed or too large is refused", not wrong, "; ".join(wrong[:3]))
    wrong = []
    for path in (*FORMS, *JSONS, *READS):
        for method in ("PUT", "PATCH", "TRACE", "PROPFIND"):
            answer = caller.call(method, below + path, None, b"")
            if not is_refusal(answer, (405, 501)) or b"\r\nallow:" not in answer.data.lower():
                wrong.append(f"{method} {path}: {answer}")
    checks.that("another method is refused, with those that there are", not wrong, "; ".join(wrong[:3]))
    wrong = []
    for path in (*PUBLISHED, "/v2/token", "/v2/userinfo", "/account"):
        answer = caller.call("HEAD", below + path, None, b"")
        head, _, body = answer.data.partition(b"\r\n\r\n")
        if body or len(answer.statuses) != 1 or b"\r\ncontent-length:" not in head.lower():
            wrong.append(f"{path}: {answer}")
        elif path in PUBLISHED and answer.statuses != [200]:
            wrong.append(f"{path}: {answer}")
    checks.that("HEAD has the headers and nothing after them", not wrong, "; ".join(wrong[:3]))


def check_names(checks, caller, tenant, below):
    """Wrong values in an address in the place of a name."""
    wrong = []
    for name in NAMES:
        for path in (
            f"/v2/extensions/{name}",
            f"/v2/extension-claims/{name}",
            f"/v1/manage/users/{name}/devices",
            f"/v1/manage/users/{name}",
            f"/v1/manage/users/x/devices?below={name}",
            f"{below}/bind?token={name}",
            f"{below}/bind?token=a&token={name}",
        ):
            answer = caller.call("GET", path, None, b"")
            if (
                len(answer.statuses) != 1
                or not 400 <= answer.statuses[0] < 500
                or b"\r\nlocation:" in answer.data.lower()
            ):
                wrong.append(f"{path[:60]}: {answer}")
        for path in (f"/t/{name}/v2/token", f"/t/{name}/v2/authorize-challenge"):
            answer = caller.call("POST", path, FORM, b"client_id=x")
            if len(answer.statuses) != 1 or not 400 <= answer.statuses[0] < 500:
                wrong.append(f"{path[:60]}: {answer}")
    checks.that("whatever stands in an address is a 4xx", not wrong, "; ".join(wrong[:3]))


def check_one_answer(checks, caller):
    """Ambiguous HTTP gets at most one response, and the connection ends."""
    body = b"client_id=x"
    smuggled = caller.head(
        "/v2/token", "POST", f"Content-Type: {FORM}", f"Content-Length: {len(body)}", "Transfer-Encoding: chunked"
    )
    answer = caller.send(smuggled + b"0\r\n\r\n" + caller.head("/v2/userinfo", "GET"))
    checks.that("two lengths are one answer at most", len(answer.statuses) <= 1 and answer.is_closed, repr(answer))
    twice = caller.call("GET", "/v1/manage/users", None, b"", f"{caller.credentials}x")
    checks.that("of two Authorization headers none counts", is_refusal(twice), repr(twice))
    proofs = caller.call("GET", "/v2/userinfo", None, b"", "DPoP: a", "DPoP: b")
    checks.that("nor of two DPoP headers", is_refusal(proofs), repr(proofs))


def check_pages(checks, caller, below):
    """A wrong request of a browser gets a page that names the fault, and never a redirect to another site."""
    wrong, tried = [], 0
    for what, body in forms():
        query = "".join(chr(byte) if 0x21 <= byte < 0x7F else f"%{byte:02x}" for byte in body[:7_000])
        for place in ("/v2/authorize", f"{below}/v2/authorize"):
            shown = caller.call("GET", f"{place}?{query}", None, b"")
            sent = caller.call("POST", place, FORM, body)
            tried += 2
            for answer in (shown, sent):
                leads = b"\r\nlocation:" in answer.data.lower() and b"\r\nlocation: /" not in answer.data.lower()
                if len(answer.statuses) != 1 or answer.statuses[0] not in (303, *REFUSALS) or leads:
                    wrong.append(f"{place} {what}: {answer}")
    checks.that(f"{tried} requests for a page that are none lead nowhere", not wrong, "; ".join(wrong[:3]))
    wrong = []
    for name in NAMES:
        for path in (
            f"/v2/authorize/{name}",
            f"/v2/authorize/{name}/wait?seen={name}",
            f"/v2/browser-approvals/{name}",
        ):
            answer = caller.call("GET", below + path, None, b"")
            if len(answer.statuses) != 1 or answer.statuses[0] >= 500:
                wrong.append(f"{path[:60]}: {answer}")
        for path in (f"/v2/browser-approvals/{name}", f"/v2/browser-approvals/{name}/decision"):
            answer = caller.call("POST", below + path, FORM, b"client_id=x")
            if len(answer.statuses) != 1 or answer.statuses[0] not in REFUSALS:
                wrong.append(f"{path[:60]}: {answer}")
        for path in (
            f"/v2/authorize/{name}/passkey",
            f"/v2/authorize/{name}/consent",
            "/account/passkeys",
            "/account/leave",
        ):
            answer = caller.call(
                "POST",
                below + path,
                FORM,
                b"csrf=x&credential={}&decision=agree",
                f"Cookie: chave_sign_in_visit={name}",
            )
            if len(answer.statuses) != 1 or answer.statuses[0] not in REFUSALS:
                wrong.append(f"{path[:60]}: {answer}")
    checks.that("nor do forms that no page of theirs has", not wrong, "; ".join(wrong[:3]))


def check_tokens_of_all_kinds(checks, caller, device):
    """Invalid credentials of all kinds."""
    wrong = []
    for value in (
        "Bearer",
        "Bearer ",
        "Bearer a b",
        "Bearer \xff",
        "Basic",
        "Basic !!!!",
        "Basic Og==",
        "Basic YQ==",
        "DPoP x",
        "Digest a=b",
        "Bearer " + "a" * 20_000,
    ):
        caller.credentials = f"Authorization: {value}"
        for method, path, kind in [("POST", each, FORM) for each in FORMS] + [("GET", each, None) for each in READS]:
            answer = caller.call(method, path, kind, b"client_id=x&token=x" if kind else b"")
            if (
                len(answer.statuses) > 1
                or (answer.statuses and not 400 <= answer.statuses[0] < 500)
                or not answer.statuses
            ):
                wrong.append(f"{path} {value[:20]!r}: {answer}")
    checks.that("credentials that are none are a 4xx", not wrong, "; ".join(wrong[:3]))
