"""JOSE in both directions against joserfc: each verifies the other's signatures and refuses forbidden tokens."""

import json
import sys

from joserfc import jws, jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey

from oracle import Oracle, Tally, encode

NOW = 1_800_000_000
ISSUER, AUDIENCE = "https://chave.example", "https://chave.example/payments"
CLAIMS = {"iss": ISSUER, "aud": AUDIENCE, "iat": NOW - 10, "exp": NOW + 900, "name": "João \u2028 \"q\" \\ 🗝"}
ALGORITHMS = ["ES256", "PS256", "EdDSA", "RS256", "HS256", "ES384"]


def make(algorithm):
    if algorithm == "ES256":
        return ECKey.generate_key("P-256")
    if algorithm in ("PS256", "RS256"):
        return RSAKey.generate_key(2048)
    return OKPKey.generate_key("Ed25519")


def published(key, algorithm):
    """The public key; without `alg` an RSA key would be for PS256."""
    return {**key.as_dict(private=False), "kid": "k", "alg": algorithm}


def ours_by_them(oracle, tally, algorithm):
    signed = oracle.must("signToken", algorithm=algorithm, claims=CLAIMS, type="at+jwt")
    keys = KeySet.import_key_set(signed["keys"])
    token = jwt.decode(signed["token"], keys, algorithms=[algorithm])
    tally.check(f"our {algorithm} token is theirs", lambda: token.claims == CLAIMS)
    tally.check(f"our {algorithm} header is theirs", lambda: token.header["typ"] == "at+jwt")
    tally.check(f"our {algorithm} thumbprint is theirs", lambda: keys.keys[0].thumbprint() == keys.keys[0].kid)
    kind = {"ES256": ECKey, "PS256": RSAKey, "RS256": RSAKey, "EdDSA": OKPKey}[algorithm]
    private = kind.import_key(signed["pem"])
    tally.check(
        f"our {algorithm} private key is theirs", lambda: private.thumbprint() == keys.keys[0].thumbprint()
    )
    for index in range(0, len(signed["token"]), 7):
        changed = list(signed["token"])
        changed[index] = "A" if changed[index] != "A" else "B"
        tally.refuses(
            f"their refusal of our {algorithm} token changed at {index}",
            lambda: jwt.decode("".join(changed), keys, algorithms=[algorithm]),
        )


def ask(oracle, token, keys, **changes):
    asked = {"token": token, "keys": keys, "issuer": ISSUER, "audience": AUDIENCE, "now": NOW, "type": "at+jwt"}
    return oracle.ask("verifyToken", **{**asked, **changes})


def theirs_by_us(oracle, tally, algorithm):
    key = make(algorithm)
    public = published(key, algorithm)
    header = {"alg": algorithm, "typ": "at+jwt", "kid": "k"}

    def sign(header, claims):
        return jwt.encode(header, claims, key, algorithms=ALGORITHMS)

    token = sign(header, CLAIMS)
    keys = {"keys": [public]}
    tally.check(f"their {algorithm} token is ours", lambda: ask(oracle, token, keys).get("claims") == CLAIMS)
    expected = {
        "expired": (sign(header, {**CLAIMS, "exp": NOW}), {}),
        "not_yet_valid": (sign(header, {**CLAIMS, "nbf": NOW + 1}), {}),
        "wrong_audience": (sign(header, {**CLAIMS, "aud": ["x"]}), {}),
        "wrong_issuer": (token, {"issuer": "https://other.example"}),
        "wrong_type": (sign({**header, "typ": "rt+jwt"}, CLAIMS), {}),
        "unknown_key": (sign({**header, "kid": "other"}, CLAIMS), {}),
        "critical_header": (crit(token), {}),
        "bad_signature": (token, {"keys": {"keys": [published(make(algorithm), algorithm)]}}),
        "algorithm_mismatch": (unsecured("none", header), {}),
        "malformed": (unsecured("none", header).rsplit(".", 1)[0] + ".", {}),
    }
    for reason, (wrong, changes) in expected.items():
        tally.check(
            f"{reason} of their {algorithm} token",
            lambda: ask(oracle, wrong, changes.pop("keys", keys), **changes).get("refusal") == reason,
        )
    secret = {**key.as_dict(private=True), "kid": "k"}
    tally.check(
        f"a published private {algorithm} key is refused",
        lambda: ask(oracle, token, {"keys": [secret]}).get("refusal") == "key",
    )


def confusion(oracle, tally):
    """An RSA key's other algorithms: RS256, and HS256 with the public key as its secret."""
    key = RSAKey.generate_key(2048)
    keys = {"keys": [{**key.as_dict(private=False), "kid": "k"}]}
    token = jwt.encode({"alg": "RS256", "typ": "at+jwt", "kid": "k"}, CLAIMS, key, algorithms=["RS256"])
    tally.check(
        "RS256 by a key for PS256", lambda: ask(oracle, token, keys).get("refusal") == "algorithm_mismatch"
    )
    tally.check(
        "HS256 by a public key",
        lambda: ask(oracle, unsecured("HS256", {"typ": "at+jwt", "kid": "k"}), keys).get("refusal")
        == "algorithm_mismatch",
    )


def crit(token):
    """The token with a `crit` in its header."""
    _, payload, signature = token.split(".")
    header = {"alg": "ES256", "kid": "k", "typ": "at+jwt", "crit": ["b64"], "b64": True}
    return ".".join([encode(json.dumps(header).encode()), payload, signature])


def unsecured(algorithm, header):
    """A token that says `algorithm` and carries a byte as its signature."""
    first = encode(json.dumps({**header, "alg": algorithm}).encode())
    return ".".join([first, encode(json.dumps(CLAIMS).encode()), "AA"])


def main(path):
    oracle, tally = Oracle(path), Tally()
    for algorithm in ("ES256", "PS256", "RS256", "EdDSA"):
        ours_by_them(oracle, tally, algorithm)
        theirs_by_us(oracle, tally, algorithm)
    confusion(oracle, tally)
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
