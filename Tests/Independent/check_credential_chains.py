"""Credential chains: OpenSSL and python-cryptography agree with us on our chains and on theirs."""

import base64
import hashlib
import random
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import ExtensionPolicy, PolicyBuilder, Store, VerificationError

from oracle import Oracle, Tally, decode, encode

RANDOM = random.Random(20270115)
NOW = 1_800_000_000
YEAR = 365 * 86_400
TENANT = "bank"
USER = "0b8c2f3e-54a1-4f0e-8d5c-6d2b1f7a9e10"
OTHER_USER = "7c1d9a42-2f6b-4b7e-9a3d-0e5f8c6b1d24"


def secret():
    return RANDOM.randrange(1, 2**255).to_bytes(32, "big")


def private(raw):
    return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())


ROOT_SECRET = secret()
SECRETS = [secret() for _ in range(7)]
ROOT_KEY = private(ROOT_SECRET)
KEYS = [private(each) for each in SECRETS]


def credential(number):
    return f"credential-{number}"


def moment(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).replace(tzinfo=None)


def fingerprint(der):
    return base64.b64encode(hashlib.sha256(der).digest()).decode("ascii")


def key_digest(key):
    info = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return encode(hashlib.sha256(info).digest())


def name(*pairs):
    return x509.Name([x509.NameAttribute(kind, text) for kind, text in pairs])


def key_usage(**set_bits):
    bits = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
            "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{bit: set_bits.get(bit, False) for bit in bits})


def permits(*domains):
    return x509.NameConstraints(permitted_subtrees=[x509.DNSName(each) for each in domains], excluded_subtrees=None)


class Certificate:
    """A certificate by the rules of docs/sign-in.md, made with python-cryptography; each part can be changed."""

    def __init__(self, number, user=USER, tenant=TENANT):
        self.key = (KEYS[number] if number >= 0 else ROOT_KEY).public_key()
        self.signer = KEYS[number - 1] if number > 0 else ROOT_KEY
        self.hash = hashes.SHA256()
        self.serial = int.from_bytes(RANDOM.randbytes(16), "big") >> 1 | 1 << 120
        self.not_before, self.not_after = NOW - 300, NOW + YEAR
        root = name((NameOID.ORGANIZATION_NAME, tenant), (NameOID.COMMON_NAME, "root"))
        domain = f"{user}.{tenant}.invalid"
        if number < 0:
            self.issuer = self.subject = root
            self.not_after = NOW + 3_653 * 86_400
            self.extensions = {
                "constraints": (x509.BasicConstraints(ca=True, path_length=5), True),
                "usage": (key_usage(key_cert_sign=True, crl_sign=True), True),
                "names": (permits(f"{tenant}.invalid"), True),
                "own": (x509.SubjectKeyIdentifier.from_public_key(self.key), False),
            }
            return
        self.subject = Certificate.device(number, user, tenant)
        self.issuer = Certificate.device(number - 1, USER, tenant) if number else root
        issuer_key = self.signer.public_key()
        self.extensions = {
            "constraints": (x509.BasicConstraints(ca=True, path_length=max(0, 4 - number)), True),
            "usage": (key_usage(digital_signature=True, key_cert_sign=True), True),
            "names": (permits(domain), True),
            "alternative": (x509.SubjectAlternativeName([x509.DNSName(f"{credential(number)}.{domain}")]), False),
            "own": (x509.SubjectKeyIdentifier.from_public_key(self.key), False),
            "above": (x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key), False),
        }

    @staticmethod
    def device(number, user=USER, tenant=TENANT):
        return name((NameOID.ORGANIZATION_NAME, tenant), (NameOID.ORGANIZATIONAL_UNIT_NAME, user),
                    (NameOID.COMMON_NAME, credential(number)))

    def signed(self):
        builder = x509.CertificateBuilder().subject_name(self.subject).issuer_name(self.issuer).public_key(self.key)
        builder = builder.serial_number(self.serial)
        builder = builder.not_valid_before(moment(self.not_before)).not_valid_after(moment(self.not_after))
        for value, critical in self.extensions.values():
            builder = builder.add_extension(value, critical=critical)
        return builder.sign(self.signer, self.hash)

    def der(self):
        return self.signed().public_bytes(Encoding.DER)


def chain(depth):
    """A root and so many devices below the first one, the last one first, by python-cryptography."""
    return [Certificate(number).der() for number in range(depth, -2, -1)]


# Faults of a second device's certificate, with our names for them.
def set_extension(part, value, critical=True):
    return lambda certificate: certificate.extensions.update({part: (value, critical)})


def drop(part):
    return lambda certificate: certificate.extensions.pop(part)


def put(**members):
    return lambda certificate: certificate.__dict__.update(members)


OTHER = Certificate(1, user=OTHER_USER)
WRONG = {
    "another user": ("wrong_user", put(subject=OTHER.subject, extensions=OTHER.extensions)),
    "another user's name under this user's subject": ("wrong_alternative_name",
                                                     set_extension("alternative", OTHER.extensions["alternative"][0],
                                                                   False)),
    "another tenant": ("wrong_tenant", put(subject=Certificate.device(1, tenant="shop"))),
    "a key on P-384": ("wrong_key", put(key=ec.derive_private_key(7, ec.SECP384R1()).public_key())),
    "the parent's key": ("repeated_key", put(key=KEYS[0].public_key())),
    "the parent's name": ("repeated_subject", put(subject=Certificate.device(0))),
    "SHA-384": ("wrong_algorithm", put(hash=hashes.SHA384())),
    "another signer": ("bad_signature", put(signer=KEYS[5])),
    "the root as issuer": ("wrong_issuer", put(issuer=Certificate(-1).subject)),
    "a serial number of 20 bytes": ("wrong_serial", put(serial=1 << 156)),
    "not yet": ("not_yet_valid", put(not_before=NOW + 1)),
    "no longer": ("expired", put(not_after=NOW - 1)),
    "longer than the parent": ("wrong_validity", put(not_after=NOW + YEAR + 1)),
    "no path length": ("wrong_basic_constraints",
                       set_extension("constraints", x509.BasicConstraints(ca=True, path_length=None))),
    "no authority": ("wrong_basic_constraints",
                     set_extension("constraints", x509.BasicConstraints(ca=False, path_length=None))),
    "the parent's path length": ("wrong_path_length",
                                 set_extension("constraints", x509.BasicConstraints(ca=True, path_length=4))),
    "another key usage": ("wrong_key_usage", set_extension("usage", key_usage(key_cert_sign=True))),
    "no name constraint": ("wrong_name_constraint", drop("names")),
    "a constraint to the tenant": ("wrong_name_constraint", set_extension("names", permits("bank.invalid"))),
    "two alternative names": ("wrong_alternative_name",
                              set_extension("alternative", x509.SubjectAlternativeName(
                                  [x509.DNSName(f"{credential(1)}.{USER}.bank.invalid"),
                                   x509.DNSName(f"x.{USER}.bank.invalid")]), False)),
    "no key identifier of the authority": ("wrong_key_identifier", drop("above")),
    "an extended key usage": ("unknown_extension",
                              set_extension("more", x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), False)),
    "an unknown critical extension": ("unknown_extension",
                                      set_extension("more", x509.UnrecognizedExtension(
                                          x509.ObjectIdentifier("1.3.6.1.4.1.99999.1"), b"\x05\x00"))),
    "an alternative name that is critical": ("not_canonical",
                                             lambda each: each.extensions.update(
                                                 {"alternative": (each.extensions["alternative"][0], True)})),
}


def by_openssl(certificates, *more):
    """Raises OpenSSL's message when it finds no path from the first certificate to the last.

    No purpose is given: those that OpenSSL knows are for TLS, mail and the like, and want an end entity that is no authority
    or an extended key usage; these certificates have purposes of their own.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / each for each in ("leaf.pem", "between.pem", "root.pem")]
        parts = [certificates[:1], certificates[1:-1], certificates[-1:]]
        for file, part in zip(files, parts):
            file.write_bytes(b"".join(pem(each) for each in part))
        untrusted = ["-untrusted", files[1]] if parts[1] else []
        command = ["openssl", "verify", "-x509_strict", "-attime", str(NOW), *more, "-CAfile", files[2], *untrusted,
                   files[0]]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not done.stdout.strip().endswith(": OK"):
        raise ValueError((done.stdout + done.stderr).strip())


def by_cryptography(certificates, longest=None):
    """Throws unless python-cryptography finds a path.

    Its own rules for the last certificate are the web's, where no end entity is an authority; it is not one here either.
    """
    loaded = [x509.load_der_x509_certificate(each) for each in certificates]
    builder = PolicyBuilder().store(Store(loaded[-1:])).time(moment(NOW))
    builder = builder.extension_policies(
        ca_policy=ExtensionPolicy.webpki_defaults_ca(), ee_policy=ExtensionPolicy.permit_all())
    if longest is not None:
        builder = builder.max_chain_depth(longest)
    verified = builder.build_client_verifier().verify(loaded[0], loaded[1:-1])
    if len(verified.chain) != len(loaded):
        raise VerificationError("another path")


def pem(der):
    return x509.load_der_x509_certificate(der).public_bytes(Encoding.PEM)


FOREIGN = {"OpenSSL": by_openssl, "python-cryptography": by_cryptography}


def refuses(tally, name, body, *words):
    """Holds when `body` throws, for a reason that has one of these words in it."""

    def inverted():
        try:
            body()
        except Exception as error:
            if any(word in str(error) for word in words):
                return True
            raise
        return False

    tally.check(name, inverted)


class Chains:
    def __init__(self, oracle, tally):
        self.oracle, self.tally = oracle, tally

    def made(self, depth):
        return self.oracle.must(
            "makeChain", tenant=TENANT, user=USER, credentials=[credential(each) for each in range(depth + 1)],
            keys=[encode(each) for each in SECRETS[: depth + 1]], rootKey=encode(ROOT_SECRET), now=NOW, seconds=YEAR)

    def ours(self, certificates, roots=None, now=NOW):
        return self.oracle.ask(
            "verifyChain", certificates=[encode(each) for each in certificates], tenant=TENANT,
            roots=roots or [fingerprint(certificates[-1])], now=now)

    def refused_by_us(self, certificates, reason):
        answer = self.ours(certificates)
        if answer["ok"] or answer["refusal"] != reason:
            raise ValueError(answer.get("refusal", "it was accepted"))

    def ours_hold_elsewhere(self):
        for depth in range(5):
            answer = self.made(depth)
            certificates = [decode(each) for each in answer["certificates"]]
            for program, verify in FOREIGN.items():
                self.tally.check(f"{program}: our chain of depth {depth}", lambda: verify(certificates))
                for place in range(len(certificates) - 1):
                    damaged = [*certificates]
                    damaged[place] = damaged[place][:-1] + bytes([damaged[place][-1] ^ 1])
                    refuses(self.tally, f"{program}: our chain of depth {depth}, {place} damaged",
                            lambda: verify(damaged), "signature", "candidates exhausted")
            self.tally.check(f"the text and the fingerprint of depth {depth}", lambda: (
                [pem(each).decode() for each in certificates] == answer["pem"]
                and fingerprint(certificates[-1]) == answer["fingerprint"]))
            self.tally.check(f"depth {depth} says what the rules say", lambda: self.same_contents(certificates))

    def same_contents(self, certificates):
        """All but serial number and signature are what python-cryptography writes by the rules."""
        for number, der in zip(range(len(certificates) - 2, -2, -1), certificates):
            ours = x509.load_der_x509_certificate(der)
            expected = Certificate(number)
            expected.serial = ours.serial_number
            if expected.signed().tbs_certificate_bytes != ours.tbs_certificate_bytes:
                raise ValueError(f"device {number} is another certificate")

    def theirs_hold_here(self):
        for depth in range(5):
            certificates = chain(depth)
            answer = self.ours(certificates)
            self.tally.check(f"python-cryptography's chain of depth {depth}", lambda: (
                answer["ok"] and answer["depth"] == depth and answer["user"] == USER
                and answer["credential"] == credential(depth) and answer["notAfter"] == NOW + YEAR
                and answer["keyDigest"] == key_digest(KEYS[depth])))
            self.tally.check(f"its chain of depth {depth} as text", lambda: self.oracle.must(
                "verifyChain", certificates=[pem(each).decode() for each in certificates], tenant=TENANT,
                roots=[fingerprint(certificates[-1])], now=NOW)["depth"] == depth)

    def wrong_ones_are_refused_for_their_reason(self):
        above = chain(0)
        for what, (reason, change) in WRONG.items():
            certificate = Certificate(1)
            change(certificate)
            signed = certificate.signed()
            der = signed.public_bytes(Encoding.DER)
            self.tally.check(f"a device with {what}", lambda: self.refused_by_us([der, *above], reason))
            if reason in ("bad_signature", "wrong_algorithm"):
                continue  # Neither is in the signed part, or looked at there.
            child = self.oracle.ask(
                "checkChild", toBeSigned=encode(signed.tbs_certificate_bytes), certificates=[encode(each) for each in above],
                tenant=TENANT, roots=[fingerprint(above[-1])], now=NOW)
            self.tally.check(f"to be signed for {what}", lambda: not child["ok"] and child["refusal"] == reason)
        right = self.oracle.ask(
            "checkChild", toBeSigned=encode(Certificate(1).signed().tbs_certificate_bytes),
            certificates=[encode(each) for each in above], tenant=TENANT, roots=[fingerprint(above[-1])], now=NOW)
        self.tally.check("to be signed by the rules", lambda: right["ok"] and right["credential"] == credential(1))

    def another_user_is_refused_by_all(self):
        certificate = Certificate(1, user=OTHER_USER)
        certificates = [certificate.der(), *chain(0)]
        for program, verify in FOREIGN.items():
            refuses(self.tally, f"{program}: another user below a device", lambda: verify(certificates),
                    "permitted subtree", "candidates exhausted")
            own = [Certificate(1).der(), *certificates[1:]]
            self.tally.check(f"{program}: the same user below a device", lambda: verify(own))

    def a_sixth_device_is_refused(self):
        """RFC 5280 does not count a path's last certificate: a sixth device is one that may issue nothing.

        Programs with a limit of path length refuse it; without a limit they refuse any certificate below it.
        """
        five, six = chain(4), chain(5)
        self.tally.check("ours: a sixth device", lambda: self.refused_by_us(six, "too_many_certificates"))
        limited = {
            "OpenSSL": lambda each: by_openssl(each, "-verify_depth", "4"),
            "python-cryptography": lambda each: by_cryptography(each, longest=4),
        }
        for program, verify in limited.items():
            self.tally.check(f"{program}: five devices within the limit", lambda: verify(five))
            refuses(self.tally, f"{program}: a sixth device", lambda: verify(six), "issuer certificate", "chain",
                    "candidates exhausted")
        seven = chain(6)
        for program, verify in FOREIGN.items():
            refuses(self.tally, f"{program}: what a sixth device issued", lambda: verify(seven), "path length",
                    "candidates exhausted")

    def requests_hold_on_both_sides(self):
        made = decode(self.oracle.must("makeRequest", key=encode(SECRETS[0]))["request"])
        self.tally.check("python-cryptography: our request", lambda: (
            x509.load_der_x509_csr(made).is_signature_valid
            and x509.load_der_x509_csr(made).public_key() == KEYS[0].public_key()))
        checked = subprocess.run(["openssl", "req", "-inform", "DER", "-verify", "-noout"], input=made,
                                 capture_output=True)
        self.tally.check("OpenSSL: our request", lambda: checked.returncode == 0 and b"OK" in checked.stderr)
        builder = x509.CertificateSigningRequestBuilder().subject_name(name((NameOID.COMMON_NAME, "somebody")))
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("root.bank.invalid")]), critical=True)
        theirs = builder.sign(KEYS[1], hashes.SHA256()).public_bytes(Encoding.DER)
        ask = lambda der: self.oracle.ask("verifyRequest", request=encode(der))
        self.tally.check("their request", lambda: ask(theirs).get("keyDigest") == key_digest(KEYS[1]))
        broken = theirs[:-1] + bytes([theirs[-1] ^ 1])
        self.tally.check("their request, damaged", lambda: ask(broken).get("refusal") == "bad_signature")
        other = builder.sign(ec.derive_private_key(7, ec.SECP384R1()), hashes.SHA256()).public_bytes(Encoding.DER)
        self.tally.check("their request for P-384", lambda: ask(other).get("refusal") == "wrong_key")


def main(path):
    oracle, tally = Oracle(path), Tally()
    chains = Chains(oracle, tally)
    chains.ours_hold_elsewhere()
    chains.theirs_hold_here()
    chains.wrong_ones_are_refused_for_their_reason()
    chains.another_user_is_refused_by_all()
    chains.a_sixth_device_is_refused()
    chains.requests_hold_on_both_sides()
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
