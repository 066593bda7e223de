#!/usr/bin/env python3
"""Writes the seed corpus of each fuzz target: one file for each example, in one folder for each target.

    corpus.py FOLDER VECTORS

The examples are those of the test vectors, and for JSON and tokens the small texts below. Beside the folders it writes the
certificate of the authority that the vectors' chains lead to.
"""

import base64
import hashlib
import json
import pathlib
import sys

TEXTS = [
    b'{"a":[1,-0.5e+3,true,false,null,"\\u00e9\\ud83d\\ude00\\n"],"b":{}}',
    b'[[[[[[[["deep"]]]]]]]]',
    b'{"amount":"12.34","amount2":0.1000000000000000000001}',
    b'{"\\u0061":1,"b":"\\\\\\""}',
    "{\"café\":\"São Paulo — 你好\"}".encode(),
    b"-0", b"1E400", b'"\\ud800"', b'{"a":1,"a":2}', b" [ ] ",
]


RESPONSE = {
    "registration": ("clientDataJSON", "attestationObject"),
    "authentication": ("clientDataJSON", "authenticatorData", "signature"),
}


def length(piece):
    return len(piece).to_bytes(2, "big") + piece


def encode(piece):
    return base64.urlsafe_b64encode(piece).rstrip(b"=").decode()


def request(vector, ceremony, **more):
    """A line for `chave webauthn verify`."""
    registered, part = vector["registration"], vector[ceremony]
    identifier = encode(bytes.fromhex(registered["credential_id"]))
    members = {name: encode(bytes.fromhex(part[name])) for name in RESPONSE[ceremony]}
    return json.dumps({
        "ceremony": ceremony,
        "rpId": "example.org",
        "origins": ["https://example.org"],
        "topOrigins": ["https://example.com"],
        "challenge": encode(bytes.fromhex(part["challenge"])),
        "userVerification": "preferred",
        "credential": {"id": identifier, "rawId": identifier, "type": "public-key", "response": members},
        **more,
    }).encode()


def token(header, payload):
    return ".".join([encode(header), encode(payload), encode(b"\x01" * 64)]).encode()


def web_authn(folder):
    return json.loads((folder / "webauthn_l3.json").read_text())


def of_vectors(folder):
    """The examples in the specification's vectors, by target."""
    found = {}

    def add(target, example):
        found.setdefault(target, set()).add(example)

    for vector in web_authn(folder)["vectors"]:
        registration, assertion = vector["registration"], vector["authentication"]
        made, client_data = (bytes.fromhex(registration[name]) for name in ("attestationObject", "clientDataJSON"))
        data, said, signature = (
            bytes.fromhex(assertion[name]) for name in ("authenticatorData", "clientDataJSON", "signature")
        )
        key = bytes.fromhex(vector["derived"]["cose_public_key"])
        add("AttestationObject", made)
        add("AuthenticatorData", bytes.fromhex(vector["derived"]["auth_data"]))
        add("AuthenticatorData", data)
        add("COSEKey", key)
        add("ClientData", client_data)
        add("ClientData", said)
        add("JSON", client_data)
        add("CBOR", made)
        add("CBOR", key)
        add("DERSignature", signature)
        for whole in (made, client_data, data, key, signature):
            add("Inspection", whole)
        stored = {"publicKey": encode(key), "signCount": 0, "backupEligible": bool(data[32] & 8), "backupState": False}
        add("Verdict", request(vector, "registration"))
        add("Verdict", request(vector, "authentication", stored=stored))
        add("Registration", length(client_data) + made)
        add("Authentication", length(said) + length(data) + length(key) + signature)
    cases = json.loads((folder / "cbor_appendix_a.json").read_text())
    cases += json.loads((folder / "cbor_not_well_formed.json").read_text())["not_well_formed"]
    for case in cases:
        add("CBOR", bytes.fromhex(case["hex"]))
    return found


def main():
    target_folder, vectors = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    found = of_vectors(vectors) if vectors.is_dir() else {}
    if vectors.is_dir():
        anchor = web_authn(vectors)["attestation_root"]["attestation_ca_cert"]
        (target_folder / "anchor.der").write_bytes(bytes.fromhex(anchor))
    found.setdefault("JSON", set()).update(TEXTS)
    found["CompactJWS"] = {
        token(b'{"alg":"PS256","kid":"k","typ":"JWT"}', b'{"sub":"x"}'),
        token(b'{"alg":"none"}', b""),
    }
    links = json.loads((pathlib.Path(__file__).parent.parent / "Vectors" / "app2app.json").read_text())["links"]
    found["WalletLink"] = {link["link"].encode() for link in links}
    for target, examples in sorted(found.items()):
        folder = target_folder / target
        folder.mkdir(parents=True, exist_ok=True)
        for example in examples:
            (folder / hashlib.sha1(example).hexdigest()).write_bytes(example)
    print(" ".join(f"{target}:{len(examples)}" for target, examples in sorted(found.items())))


if __name__ == "__main__":
    main()
