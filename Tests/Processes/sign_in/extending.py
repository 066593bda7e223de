"""Both ends of an extension in pure Python: the first device signs, the second one brings nine digits."""

import base64
import datetime
import hashlib
import itertools

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import NameOID

from sign_in import chains
from sign_in.device import certificate_request, ecdsa, key_digest
from sign_in.web import send

# ecdsa-with-SHA256, as an AlgorithmIdentifier in DER (RFC 5758, section 3.2).
ECDSA_SHA256 = bytes.fromhex("300a06082a8648ce3d040302")


def der(tag, content):
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def assembled(to_be_signed, signature):
    """A certificate from what stands in an approval."""
    return der(0x30, to_be_signed + ECDSA_SHA256 + der(0x03, b"\0" + signature))


class Exporter:
    """The first device, from its proof to the end of the extension."""

    def __init__(self, device, client):
        self.device, self.client = device, client
        self.base = device.tenant.base
        self.state = None

    def begin(self, **more):
        return self.device.twice(
            f"{self.base}/v2/extensions", "extension", {"client_id": self.client["client_id"]}, **more
        )

    def start(self):
        begun = self.begin().must(201, what="extension").json
        self.id, self.token, self.state = begun["extension_id"], begun["extension_token"], begun
        if "chain" in begun:
            self.device.take_chain(begun["chain"])
        return self

    @property
    def address(self):
        return f"{self.base}/v2/extensions/{self.id}"

    def look(self, **more):
        reply = send("GET", self.address, bearer=self.token, **more)
        if reply.status == 200:
            self.state = reply.json
        return reply

    @property
    def pairing(self):
        return self.state["pairing"]

    def approve(self, number=None, signature=None, pairing=None):
        """`number` is the person's choice; without `signature` the device signs the server's bytes."""
        pairing = pairing or self.pairing
        if signature is None:
            signature = ecdsa(self.device.key, base64.b64decode(pairing["to_be_signed"]))
        body = {
            "pairing_id": pairing["pairing_id"],
            "match_number": pairing["match_number"] if number is None else number,
            "signature": base64.b64encode(signature).decode(),
        }
        return send("POST", f"{self.address}/approval", json=body, bearer=self.token)

    def refuse(self):
        body = {"pairing_id": self.pairing["pairing_id"]}
        return send("POST", f"{self.address}/refusal", json=body, bearer=self.token)

    def cancel(self):
        return send("DELETE", self.address, bearer=self.token)

    def faults_of_child(self, credential_of=None):
        """The faults of the certificate that the server wants signed, before it is valid for anyone."""
        written = base64.b64decode(self.pairing["to_be_signed"])
        child = assembled(written, ecdsa(self.device.key, written))
        chain = chains.loaded([child, *self.device.chain])
        name = chain[0].subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
        bound = self.device.bound
        return chains.faults(chain, bound["tenant_id"], bound["user_id"], name, bound["root_fingerprint"])


class Importer:
    """The second device, which has no credential yet."""

    def __init__(self, device):
        self.device, self.base = device, device.tenant.base

    def claim(self, code, address=None, **more):
        body = {
            "tenant_id": self.device.tenant.name,
            "code": code,
            "csr": certificate_request(self.device.key),
            "device_name": self.device.name,
            **more,
        }
        reply = send("POST", f"{self.base}/v2/extension-claims", json=body, address=address)
        if reply.status == 201:
            self.id, self.token, self.number = (
                reply.json[each] for each in ("claim_id", "claim_token", "match_number")
            )
        return reply

    def look(self, **more):
        return send("GET", f"{self.base}/v2/extension-claims/{self.id}", bearer=self.token, **more)

    def cancel(self):
        return send("DELETE", f"{self.base}/v2/extension-claims/{self.id}", bearer=self.token)

    @property
    def status(self):
        return self.look().must(200, what="claim").json["status"]

    def finish(self):
        self.device.take(self.look().must(200, what="claim").json["credential"])
        return self.device

    def work(self, demand):
        """Counts until the hash begins with enough zero bits."""
        head = f"{demand['salt']}.{key_digest(self.device.key)}."
        bound = 1 << (256 - demand["bits"])
        for number in itertools.count():
            if int.from_bytes(hashlib.sha256(f"{head}{number}".encode()).digest(), "big") < bound:
                return str(number)


def paired(first, client, second):
    """An extension up to the point where the person is asked."""
    exporter, importer = Exporter(first, client).start(), Importer(second)
    importer.claim(exporter.state["code"]).must(201, what="claim")
    exporter.look().must(200, what="state")
    return exporter, importer


def extended(first, client, second):
    """A whole extension: afterwards `second` has a credential under that of `first`."""
    exporter, importer = paired(first, client, second)
    exporter.approve().must(200, what="approval")
    return importer.finish()


def own_child(device, key, tenant, user, credential, path_length, is_ca=True):
    """A certificate that a device signs unrequested: correct by RFC 5280, but not written by the server."""
    parent = chains.loaded(device.chain)[0]
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, tenant),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, user),
            x509.NameAttribute(NameOID.COMMON_NAME, credential),
        ]
    )
    usage = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign", "encipher_only"),
        False,
    )
    usage |= {"decipher_only": False, "digital_signature": True, "key_cert_sign": is_ca}
    scope = f"{user}.{tenant}.invalid"
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(parent.subject).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number() >> 33)
    builder = builder.not_valid_before(max(parent.not_valid_before_utc, now - datetime.timedelta(seconds=300)))
    builder = builder.not_valid_after(parent.not_valid_after_utc)
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(parent.public_key())
    for value, critical in (
        (x509.BasicConstraints(is_ca, path_length if is_ca else None), True),
        (x509.KeyUsage(**usage), True),
        (x509.NameConstraints([x509.DNSName(scope)], None), True),
        (x509.SubjectAlternativeName([x509.DNSName(f"{credential}.{scope}")]), False),
        (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
        (above, False),
    ):
        if is_ca or not isinstance(value, x509.NameConstraints):
            builder = builder.add_extension(value, critical)
    return builder.sign(device.key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def to_be_signed_of(certificate):
    return x509.load_der_x509_certificate(certificate).tbs_certificate_bytes
