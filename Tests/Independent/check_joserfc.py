"""JOSE in both directions against joserfc: each verifies the other's signatures, decrypts the other's messages, and refuses
forbidden ones."""

import json
import sys

from joserfc import jwe, jws, jwt
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


def encryption(oracle, tally):
    """RSA-OAEP with A256GCM, and nothing else that joserfc can send."""
    key = RSAKey.generate_key(2048, {"use": "enc", "kid": "enc-1"})
    pem = key.as_pem(private=True).decode()
    keys = {"keys": [{**key.as_dict(private=False), "use": "enc", "kid": "enc-1"}]}

    def ours(message, key_id="enc-1"):
        return oracle.ask("decrypt", message=message, pem=pem, keyID=key_id)

    for size in (1, 15, 16, 17, 1000, 30_000):
        payload = bytes(index % 251 for index in range(size))
        message = oracle.must("encrypt", payload=encode(payload), keys=keys, contentType="JWT")["message"]
        read = jwe.decrypt_compact(message, key, algorithms=["RSA-OAEP", "A256GCM"])
        tally.check(f"our message of {size} bytes is theirs", lambda: read.plaintext == payload)
        tally.check(f"our header of {size} bytes is theirs",
                    lambda: read.protected == {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "enc-1", "cty": "JWT"})
        theirs = jwe.encrypt_compact({"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "enc-1"}, payload, key)
        tally.check(f"their message of {size} bytes is ours", lambda: ours(theirs).get("payload") == encode(payload))

    def sent(**header):
        wanted = {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "enc-1", **header}
        return jwe.encrypt_compact(wanted, b"payload", key, algorithms=[wanted["alg"], wanted["enc"], "DEF"])

    refused = {
        "RSA-OAEP-256": (sent(alg="RSA-OAEP-256"), "unsupported_algorithm"),
        "A128GCM": (sent(enc="A128GCM"), "unsupported_algorithm"),
        "A256CBC-HS512": (sent(enc="A256CBC-HS512"), "unsupported_algorithm"),
        "a compressed message": (sent(zip="DEF"), "compressed"),
        "another key's name": (sent(kid="enc-2"), "unknown_key"),
    }
    for what, (message, reason) in refused.items():
        tally.check(f"{what} is refused", lambda: ours(message).get("refusal") == reason)
    other = RSAKey.generate_key(2048)
    foreign = jwe.encrypt_compact({"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "enc-1"}, b"payload", other)
    tally.check("another key's message is refused", lambda: ours(foreign).get("refusal") == "undecryptable")
    secret = {"keys": [{**key.as_dict(private=True), "use": "enc", "kid": "enc-1"}]}
    tally.check("a published private key is refused",
                lambda: oracle.ask("encrypt", payload=encode(b"x"), keys=secret).get("refusal") == "key")


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
    encryption(oracle, tally)
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
