"""The lifecycle of tokens, with Authlib's session where Authlib has the protocol, by hand for DPoP and PAR."""

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session

from sign_in.device import Device, s256
from sign_in.jose import DPoP, claims_of
from sign_in.site import raises
from sign_in.tenant import REDIRECT
from sign_in.web import send

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"


class Tokens:
    """A client's session at the token endpoint, and sign-ins for it."""

    def __init__(self, tenant, device, client):
        self.tenant, self.device, self.client = tenant, device, client
        self.metadata = tenant.discovery()

    def session(self, token=None):
        method = self.client["token_endpoint_auth_method"]
        return OAuth2Session(
            self.client["client_id"],
            self.client.get("client_secret"),
            token_endpoint_auth_method=method,
            revocation_endpoint_auth_method=method,
            redirect_uri=REDIRECT,
            token=token,
            token_endpoint=self.metadata["token_endpoint"],
        )

    def code(self, **more):
        return self.device.code(
            self.device.form(self.client, code_challenge=s256(VERIFIER), code_challenge_method="S256", **more)
        )

    def exchange(self, code, verifier=VERIFIER, **more):
        """By Authlib; raises its error."""
        return self.session().fetch_token(grant_type="authorization_code", code=code, code_verifier=verifier, **more)

    def signed_in(self, **more):
        return self.exchange(self.code(**more))

    def refresh(self, token, **more):
        return self.session(dict(token)).refresh_token(self.metadata["token_endpoint"], token["refresh_token"], **more)

    def post(self, form, url=None, **more):
        """A client's form as it is, in the client's own way to prove itself."""
        form = dict(form)
        if self.client["token_endpoint_auth_method"] == "client_secret_basic":
            more["auth"] = (self.client["client_id"], self.client["client_secret"])
        else:
            form["client_id"] = self.client["client_id"]
            if "client_secret" in self.client:
                form["client_secret"] = self.client["client_secret"]
        return send("POST", url or self.metadata["token_endpoint"], data=form, **more)

    def code_form(self, code, **more):
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": REDIRECT,
            "code_verifier": VERIFIER,
            **more,
        }
        return {name: value for name, value in form.items() if value is not None}

    def userinfo(self, access):
        return send("GET", self.metadata["userinfo_endpoint"], bearer=access)

    def introspect(self, token):
        return self.session().introspect_token(self.metadata["introspection_endpoint"], token=token).json()


def refusal(action):
    """The OAuth error code that Authlib raised."""
    error = raises(AuthlibBaseError, action)
    return error and error.error


def check_tokens(checks, tenant, user, device):
    public = Tokens(tenant, device, tenant.add_client())
    confidential = Tokens(tenant, device, tenant.add_client("client_secret_basic"))
    for tokens in (public, confidential):
        check_refresh(checks, tokens)
        check_revocation(checks, tokens)
    check_offline(checks, public, confidential)
    check_end_of_device(checks, tenant, public.client)
    check_introspection(checks, confidential, device)
    check_audience(checks, tenant, device)
    check_hint(checks, tenant, device)
    check_transport(checks, public)
    check_without_tenant(checks, confidential)
    check_pushed(checks, confidential)
    check_dpop(checks, public, confidential)


def check_refresh(checks, tokens):
    """Rotation: one use spends a refresh token, and a second use by another client ends the family."""
    what = tokens.client["token_endpoint_auth_method"]
    first = tokens.signed_in()
    known = tokens.userinfo(first["access_token"])
    checks.that(
        f"{what}: userinfo says who it is",
        known.status == 200 and known.json["sub"] == tokens.device.bound["user_id"] and "email" in known.json,
        repr(known),
    )
    second = tokens.refresh(first)
    checks.that(
        f"{what}: a refresh gives two new tokens",
        not {"access_token", "refresh_token"}
        & {name for name in ("access_token", "refresh_token") if second[name] == first[name]},
    )
    if "client_secret" in tokens.client:
        repeated = tokens.post({"grant_type": "refresh_token", "refresh_token": first["refresh_token"]})
        same = repeated.status == 200 and repeated.json["refresh_token"] == second["refresh_token"]
        checks.that(f"{what}: who proves to be the same may ask again for a lost answer", same, repr(repeated))
    third = tokens.refresh(second)
    stolen = tokens.post({"grant_type": "refresh_token", "refresh_token": first["refresh_token"]})
    checks.that(
        f"{what}: once the new one was used the old one is refused", stolen.is_error(400, "invalid_grant"), repr(stolen)
    )
    checks.that(f"{what}: which ends the family", refusal(lambda: tokens.refresh(third)) == "invalid_grant")
    checks.that(f"{what}: access tokens and all", tokens.userinfo(third["access_token"]).is_error(401, "invalid_token"))
    if "client_secret" not in tokens.client:
        lost = tokens.signed_in()
        spent, taken = {"grant_type": "refresh_token", "refresh_token": lost["refresh_token"]}, tokens.refresh(lost)
        repeated = tokens.post(spent)
        checks.that(
            f"{what}: who cannot prove it ends the family", repeated.is_error(400, "invalid_grant"), repr(repeated)
        )
        checks.that(f"{what}: with all its tokens", tokens.userinfo(taken["access_token"]).status == 401)
    fresh = tokens.signed_in()
    narrow = tokens.refresh(fresh, scope="openid email")
    checks.that(
        f"{what}: a refresh may narrow the scope", set(narrow["scope"].split()) == {"openid", "email"}, narrow["scope"]
    )
    little = tokens.signed_in(scope="openid email offline_access")
    wide = refusal(lambda: tokens.refresh(little, scope="openid email profile"))
    checks.that(f"{what}: and not widen it", wide == "invalid_scope", str(wide))


def check_offline(checks, public, confidential):
    """The clients that get a refresh token, and the state of a sign-in after its use."""
    checks.that(
        "without offline_access a public client has one too", "refresh_token" in public.signed_in(scope="openid")
    )
    checks.that("a confidential one has none", "refresh_token" not in confidential.signed_in(scope="openid"))
    token = public.signed_in(nonce="n-0S6_WzA2Mj")
    first, again = claims_of(token["id_token"]), claims_of(public.refresh(token)["id_token"])
    checks.that(
        "a refresh's ID token has no nonce", first["nonce"] == "n-0S6_WzA2Mj" and "nonce" not in again, str(again)
    )
    kept = [name for name in ("iss", "sub", "aud", "auth_time") if first[name] != again[name]]
    checks.that("and is of the same sign-in", not kept and again["iat"] >= first["iat"], str(kept))
    partial = public.post({"grant_type": "refresh_token", "refresh_token": token["refresh_token"][:-1]})
    checks.that("a token that is cut short refreshes nothing", partial.is_error(400, "invalid_grant"), repr(partial))


def check_end_of_device(checks, tenant, client):
    """Revoking a device or suspending a person ends their tokens at once."""
    for what in ("revoked device", "suspended person", "deleted person"):
        user, link = tenant.add_user()
        device = Device(tenant).register(link)
        tokens = Tokens(tenant, device, client)
        token, code = tokens.signed_in(), tokens.code()
        path = f"/v1/manage/users/{user['internal_id']}"
        if what == "revoked device":
            tenant.revoke(user, device.credential)
        elif what == "suspended person":
            tenant.manage("POST", f"{path}/suspend").must(200, what=what)
        else:
            tenant.manage("DELETE", path).must(200, what=what)
        known = tokens.userinfo(token["access_token"])
        checks.that(f"a {what}'s access token counts no more", known.is_error(401, "invalid_token"), repr(known))
        again = tokens.post({"grant_type": "refresh_token", "refresh_token": token["refresh_token"]})
        checks.that(f"nor does a {what}'s refresh token", again.is_error(400, "invalid_grant"), repr(again))
        given = tokens.post(tokens.code_form(code))
        checks.that(f"nor a {what}'s code", given.is_error(400, "invalid_grant"), repr(given))


def check_revocation(checks, tokens):
    what = tokens.client["token_endpoint_auth_method"]
    end = tokens.metadata["revocation_endpoint"]
    token = tokens.signed_in()
    gone = tokens.session().revoke_token(end, token=token["access_token"], token_type_hint="access_token")
    checks.that(f"{what}: an access token is taken back", gone.status_code == 200)
    checks.that(f"{what}: and counts no more", tokens.userinfo(token["access_token"]).is_error(401, "invalid_token"))
    again = tokens.refresh(token)
    checks.that(f"{what}: its refresh token goes on", tokens.userinfo(again["access_token"]).status == 200)
    tokens.session().revoke_token(end, token=again["refresh_token"], token_type_hint="access_token")
    checks.that(
        f"{what}: a refresh token is taken back with its family", tokens.userinfo(again["access_token"]).status == 401
    )
    checks.that(f"{what}: and refreshes nothing", refusal(lambda: tokens.refresh(again)) == "invalid_grant")
    unknown = tokens.session().revoke_token(end, token="chave_at_unknown")
    checks.that(f"{what}: an unknown token has the same answer", unknown.status_code == 200)
    foreign = Tokens(tokens.tenant, tokens.device, tokens.tenant.add_client())
    token = tokens.signed_in()
    left = foreign.session().revoke_token(end, token=token["access_token"])
    still = tokens.userinfo(token["access_token"]).status == 200
    checks.that(f"{what}: another client's revocation leaves it as it is", left.status_code == 200 and still)


def check_introspection(checks, tokens, device):
    token = tokens.signed_in()
    found = tokens.introspect(token["access_token"])
    checks.that(
        "introspection says what a token is",
        found["active"] is True
        and found["sub"] == device.bound["user_id"]
        and found["client_id"] == tokens.client["client_id"],
        str(found),
    )
    checks.that("also of a refresh token", tokens.introspect(token["refresh_token"])["active"] is True)
    other = Tokens(tokens.tenant, device, tokens.tenant.add_client("client_secret_post"))
    for name in ("access_token", "refresh_token"):
        told = other.introspect(token[name])
        checks.that(f"another client learns nothing of its {name} (RFC 9700, 2.3)", told == {"active": False}, str(told))
    checks.that("what it does not know is not active", tokens.introspect("chave_at_unknown") == {"active": False})
    public = Tokens(tokens.tenant, device, tokens.tenant.add_client())
    asked = public.post({"token": token["access_token"]}, tokens.metadata["introspection_endpoint"])
    checks.that("a public client may not ask", asked.status in (400, 401, 403) and asked.error, repr(asked))
    bare = send("POST", tokens.metadata["introspection_endpoint"], data={"token": token["access_token"]})
    checks.that(
        "nor does nobody", bare.is_error(401, "invalid_client") or bare.is_error(400, "invalid_request"), repr(bare)
    )


def check_audience(checks, tenant, device):
    """The audience of a token (RFC 8707), and its visibility."""
    api, address = Tokens(tenant, device, tenant.add_client("client_secret_basic")), "https://api.example/orders"
    body = {"resource": address, "name": "Orders", "client_id": api.client["client_id"]}
    tenant.manage("POST", "/v0/oidc/resource-servers", body).must(201, what="resource server")
    app = Tokens(tenant, device, tenant.add_client())
    token = app.signed_in(resource=address)
    told = api.introspect(token["access_token"])
    checks.that("its resource server is told of a token", told["active"] and told["aud"] == address, str(told))
    checks.that("which opens no user information", app.userinfo(token["access_token"]).status == 401)
    plain = app.signed_in()
    told = api.introspect(plain["access_token"])
    checks.that("and of no other token", told == {"active": False}, str(told))
    checks.that("an unknown resource is none", refusal(lambda: app.refresh(token, resource=f"{address}/")) == "invalid_target")
    taken = refusal(lambda: app.exchange(app.code(), resource=address))
    checks.that("nor is one that was not asked for at the beginning", taken == "invalid_target", str(taken))
    both = app.refresh(token, resource=address)
    checks.that("a refresh takes it again", api.introspect(both["access_token"])["active"] is True)


def check_hint(checks, tenant, device):
    """OpenID Connect Core 1.0, 3.1.2.2, without a browser: only the hint's person gets a code."""
    app = Tokens(tenant, device, tenant.add_client())
    hint = app.signed_in()["id_token"]
    checks.that("a hint of the same person gets a code", bool(app.code(id_token_hint=hint)))
    user, link = tenant.add_user()
    other = Device(tenant).register(link)
    form = other.form(app.client, code_challenge=s256(VERIFIER), code_challenge_method="S256", id_token_hint=hint)
    reply = other.authorize(form)
    checks.that("a hint of another person gets none", reply.is_error(403, "login_required"), repr(reply))


def check_transport(checks, tokens):
    """Headers of token answers, and the ways in which a token is sent (RFC 6749, 5.1; RFC 6750, 2.2)."""
    answer = tokens.post(tokens.code_form(tokens.code()))
    kept = (answer.headers.get("Cache-Control"), answer.headers.get("Pragma"))
    checks.that("no cache keeps tokens", kept == ("no-store", "no-cache"), str(kept))
    end, access = tokens.metadata["userinfo_endpoint"], answer.json["access_token"]
    form = send("POST", end, data={"access_token": access})
    checks.that("user information takes a token in a form", form.status == 200, repr(form))
    checks.that("it says whether the address is proven", form.json.get("email_verified") is True, repr(form))
    twice = send("POST", end, data={"access_token": access}, bearer=access)
    checks.that("but not in two ways at once", twice.is_error(400, "invalid_request"), repr(twice))
    wrong = refusal(lambda: tokens.refresh(answer.json, scope="openid admin"))
    checks.that("a refresh gets no scope that was never granted", wrong == "invalid_scope", str(wrong))


def check_pushed(checks, tokens):
    """Pushed requests (RFC 9126): checked where they are pushed."""
    end = tokens.metadata["pushed_authorization_request_endpoint"]
    form = tokens.device.form(tokens.client, state="s", code_challenge=s256(VERIFIER), code_challenge_method="S256")
    pushed = tokens.post(form, end)
    good = pushed.status == 201 and pushed.json["request_uri"].startswith("urn:ietf:params:oauth:request_uri:")
    checks.that("a request is pushed", good and 0 < pushed.json["expires_in"] <= 60, repr(pushed))
    for what, change, error in (
        ("an unregistered address", {"redirect_uri": REDIRECT + "/"}, "invalid_request"),
        ("plain PKCE", {"code_challenge_method": "plain"}, "invalid_request"),
        ("another response type", {"response_type": "token"}, "unsupported_response_type"),
        ("a request_uri inside", {"request_uri": "urn:x"}, "request_uri_not_supported"),
    ):
        refused = tokens.post({**form, **change}, end)
        checks.that(f"with {what} it is refused", refused.is_error(400, error), repr(refused))
    secret = send("POST", end, data=form, auth=(tokens.client["client_id"], "chave_cs_" + "A" * 43))
    checks.that("with a wrong secret too", secret.is_error(401, "invalid_client"), repr(secret))
    challenge = secret.headers.get("WWW-Authenticate", "")
    checks.that("which names the way to prove oneself", challenge.lower().startswith("basic"), challenge)


def check_dpop(checks, tokens, confidential):
    """Tokens that are valid only with their key (RFC 9449); Authlib has no DPoP, so joserfc and this code make the
    proofs."""
    end, info = tokens.metadata["token_endpoint"], tokens.metadata["userinfo_endpoint"]
    key, other = DPoP(), DPoP()

    def bound(proof, form=None):
        return tokens.post(form or tokens.code_form(tokens.code()), headers={"DPoP": proof})

    def ask(token, proof, scheme="DPoP"):
        headers = {"Authorization": f"{scheme} {token}"} | ({"DPoP": proof} if proof else {})
        return send("GET", info, headers=headers)

    answer = bound(key.proof("POST", end)).must(200, what="bound token").json
    checks.that("a proof binds the token", answer["token_type"] == "DPoP", answer["token_type"])
    access = answer["access_token"]
    form = confidential.code_form(confidential.code())
    own = confidential.post(form, headers={"DPoP": key.proof("POST", end)}).must(200, what="bound token").json
    known = confidential.introspect(own["access_token"])
    checks.that("introspection names its key", known.get("cnf") == {"jkt": key.thumbprint}, str(known))
    proof = key.proof("GET", info, access)
    checks.that("with the key it counts", ask(access, proof).status == 200)
    reused = ask(access, proof)
    checks.that("a proof counts once", reused.is_error(401, "invalid_dpop_proof"), repr(reused))
    missing = ask(access, None)
    told = missing.is_error(401, "invalid_dpop_proof") and "missing" in missing.json["error_description"]
    checks.that("a proof that is missing is said to be", told, repr(missing))
    spelled = info.replace("http://localhost", "HTTP://LOCALHOST")
    checks.that("an address in another spelling is the same", ask(access, key.proof("GET", spelled, access)).status == 200)
    refused = ask(access, None, "Bearer")
    checks.that("as Bearer it does not count", refused.status == 401, repr(refused))
    checks.that("and the answer asks for DPoP", "DPoP" in refused.headers.get("WWW-Authenticate", ""))
    for what, proof in (
        ("no proof", None),
        ("another key", other.proof("GET", info, access)),
        ("another method", key.proof("POST", info, access)),
        ("another address", key.proof("GET", end, access)),
        ("another token's hash", key.proof("GET", info, "chave_at_other")),
        ("no token's hash", key.proof("GET", info)),
        ("a proof of an hour ago", key.proof("GET", info, access, iat=1)),
        ("a proof of tomorrow", key.proof("GET", info, access, iat=4_000_000_000)),
        ("another type", key.proof("GET", info, access, header={"typ": "JWT"})),
        ("alg none", key.proof("GET", info, access, header={"alg": "none"})),
        ("alg HS256", key.proof("GET", info, access, header={"alg": "HS256"})),
        ("the private key in it", key.proof("GET", info, access, header={"jwk": {**key.jwk, "d": "AAAA"}})),
        ("another key in its header", key.proof("GET", info, access, header={"jwk": other.jwk})),
    ):
        refused = ask(access, proof)
        checks.that(f"DPoP with {what} is refused", refused.status == 401, repr(refused))
    refresh = {"grant_type": "refresh_token", "refresh_token": answer["refresh_token"]}
    for what, headers in (("without the key", {}), ("with another key", {"DPoP": other.proof("POST", end)})):
        refused = tokens.post(refresh, headers=headers)
        checks.that(
            f"a public client's refresh {what} is refused", refused.status == 400 and refused.error, repr(refused)
        )
    again = bound(key.proof("POST", end), refresh)
    checks.that("with its key it goes on", again.status == 200 and again.json["token_type"] == "DPoP", repr(again))
    repeated = bound(key.proof("POST", end), refresh)
    same = repeated.status == 200 and repeated.json["refresh_token"] == again.json["refresh_token"]
    checks.that("and may ask again for a lost answer", same, repr(repeated))
    check_bound_code(checks, tokens, key, other)
    strict = Tokens(tokens.tenant, tokens.device, tokens.tenant.add_client(dpop_bound_access_tokens=True))
    refused = strict.post(strict.code_form(strict.code()))
    checks.that(
        "a client that registered DPoP gets nothing without", refused.is_error(400, "invalid_dpop_proof"), repr(refused)
    )


class Shorter(Device):
    """Signs in at the address without a tenant; the client's id determines the tenant."""

    @property
    def challenge_address(self):
        return f"{self.tenant.base}/v2/authorize-challenge"


def check_without_tenant(checks, tokens):
    """The same addresses without the tenant's prefix; the signed claims name the address of the request."""
    base, device = f"{tokens.tenant.base}/v2", Shorter(tokens.tenant)
    device.key, device.chain, device.bound = tokens.device.key, tokens.device.chain, tokens.device.bound
    form = device.form(tokens.client, code_challenge=s256(VERIFIER), code_challenge_method="S256")
    answer = device.authorize(form).must(200, what="authorization").json
    checks.that("without a tenant in the address the issuer is its own", answer["iss"] == tokens.tenant.issuer)
    key, end = DPoP(), f"{base}/token"
    proof = key.proof("POST", end)
    given = tokens.post(tokens.code_form(answer["authorization_code"]), end, headers={"DPoP": proof})
    checks.that("a code is exchanged there", given.status == 200 and given.json["token_type"] == "DPoP", repr(given))
    access, info = given.json["access_token"], f"{base}/userinfo"
    headers = {"Authorization": f"DPoP {access}", "DPoP": key.proof("GET", info, access)}
    checks.that("and the token used", send("GET", info, headers=headers).status == 200)
    elsewhere = {**headers, "DPoP": key.proof("GET", tokens.metadata["userinfo_endpoint"], access)}
    checks.that("by a proof for that address alone", send("GET", info, headers=elsewhere).status == 401)
    known = tokens.post({"token": access}, f"{base}/introspect")
    checks.that("introspected", known.status == 200 and known.json["active"] is True, repr(known))
    tokens.post({"token": access}, f"{base}/revoke").must(200, what="revocation")
    checks.that("and revoked", tokens.post({"token": access}, f"{base}/introspect").json == {"active": False})
    checks.that("a request is pushed there", tokens.post(form, f"{base}/par").status == 201)
    nobody = send("POST", end, data={**tokens.code_form("x"), "client_id": "nobody"})
    checks.that("an unknown client finds no tenant", nobody.is_error(401, "invalid_client"), repr(nobody))


def check_bound_code(checks, tokens, key, other):
    """A code that was asked for with a key's thumbprint (RFC 9449, section 10)."""
    end, asked = tokens.metadata["token_endpoint"], {"dpop_jkt": key.thumbprint}
    for what, headers in (("no proof", {}), ("another key's", {"DPoP": other.proof("POST", end)})):
        given = tokens.post(tokens.code_form(tokens.code(**asked)), headers=headers)
        checks.that(f"a code for a key gives nothing with {what}", given.is_error(400, "invalid_grant"), repr(given))
    given = tokens.post(tokens.code_form(tokens.code(**asked)), headers={"DPoP": key.proof("POST", end)})
    checks.that("with that key it does", given.status == 200 and given.json["token_type"] == "DPoP", repr(given))
