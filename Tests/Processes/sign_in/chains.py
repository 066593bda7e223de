"""Certificate chains, judged by `cryptography`, by `openssl verify`, and by each row of the docs' table."""

import base64
import datetime
import pathlib
import subprocess
import tempfile
import time

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import verification
from cryptography.x509.oid import ExtensionOID, NameOID

WRITTEN_BEFORE = datetime.timedelta(seconds=300)
DEVICE_DAYS, ROOT_DAYS = datetime.timedelta(days=367), datetime.timedelta(days=3654)
ORDER = [
    ExtensionOID.BASIC_CONSTRAINTS,
    ExtensionOID.KEY_USAGE,
    ExtensionOID.NAME_CONSTRAINTS,
    ExtensionOID.SUBJECT_ALTERNATIVE_NAME,
    ExtensionOID.SUBJECT_KEY_IDENTIFIER,
    ExtensionOID.AUTHORITY_KEY_IDENTIFIER,
]
CRITICAL = set(ORDER[:3])


def loaded(chain):
    return [x509.load_der_x509_certificate(certificate) for certificate in chain]


def pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def fingerprint(certificate):
    return base64.b64encode(certificate.fingerprint(hashes.SHA256())).decode()


def openssl_says(chain, *more, root=None):
    """The result of `openssl verify` for a chain under its root, or under another one."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "root.pem").write_bytes(pem(root or chain[-1]))
        between = b"".join(map(pem, chain[1:-1]))
        (place / "between.pem").write_bytes(between)
        (place / "leaf.pem").write_bytes(pem(chain[0]))
        command = ["openssl", "verify", "-x509_strict", "-check_ss_sig", "-attime", str(int(time.time()))]
        command += ["-CAfile", place / "root.pem"]
        command += [*(["-untrusted", place / "between.pem"] if between else []), *more, place / "leaf.pem"]
        return subprocess.run(command, capture_output=True, text=True, timeout=30)


def openssl_accepts(chain, *more, root=None):
    return openssl_says(chain, *more, root=root).returncode == 0


def present():
    """By the clock of this process, which a test may have put forward."""
    return datetime.datetime.fromtimestamp(time.time(), datetime.timezone.utc)


def cryptography_accepts(chain, root=None, moment=None):
    """The path building of `cryptography`, which also applies name constraints to the leaf's name."""
    anything = verification.ExtensionPolicy.permit_all()
    builder = verification.PolicyBuilder().store(verification.Store([root or chain[-1]])).max_chain_depth(5)
    builder = builder.time(moment or present())
    builder = builder.extension_policies(
        ca_policy=verification.ExtensionPolicy.webpki_defaults_ca(), ee_policy=anything
    )
    try:
        verified = builder.build_client_verifier().verify(chain[0], chain[1:-1])
    except verification.VerificationError:
        return False
    return verified.chain[-1] == (root or chain[-1])


def faults(chain, tenant, user, credential, pin):
    """All differences of a chain from the documentation."""
    found = []

    def wants(what, holds):
        if not holds:
            found.append(what)

    root = chain[-1]
    wants("at most five devices and the root", 2 <= len(chain) <= 6)
    wants("the root is the pinned one", fingerprint(root) == pin)
    keys = {each.public_key().public_numbers() for each in chain}
    wants("no key stands twice", len(keys) == len(chain))
    wants("no name stands twice", len({each.subject.rfc4514_string() for each in chain}) == len(chain))
    for place, certificate in enumerate(chain):
        is_root = place == len(chain) - 1
        parent = root if is_root else chain[place + 1]
        depth = len(chain) - 2 - place
        for fault in certificate_faults(certificate, parent, depth, tenant, None if is_root else user):
            found.append(f"{'root' if is_root else f'depth {depth}'}: {fault}")
    own = chain[0].subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
    wants("the leaf is the credential's", own == credential)
    return found


def certificate_faults(certificate, parent, depth, tenant, user):
    """One row of the table; `user` is None for the root, whose depth counts as -1."""
    found = []

    def wants(what, holds):
        if not holds:
            found.append(what)

    wants("version 3", certificate.version == x509.Version.v3)
    wants("P-256", isinstance(certificate.public_key().curve, ec.SECP256R1))
    wants("ECDSA with SHA-256", isinstance(certificate.signature_hash_algorithm, hashes.SHA256))
    try:
        certificate.verify_directly_issued_by(parent)
    except (InvalidSignature, ValueError, TypeError):
        wants("signed by its parent", False)
    wants("serial of 16 bytes, highest bit clear", 0 < certificate.serial_number.bit_length() <= 127)
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    wants("valid now", begins <= present() <= ends)
    wants("short enough", ends - begins <= (DEVICE_DAYS if user else ROOT_DAYS))
    wants("within its parent's dates", parent.not_valid_before_utc <= begins and ends <= parent.not_valid_after_utc)
    extensions = list(certificate.extensions)
    wants("these extensions in this order", [each.oid for each in extensions] == (ORDER if user else shorter()))
    wants("critical where it must be", {each.oid for each in extensions if each.critical} == CRITICAL)
    found += name_faults(certificate, tenant, user)
    constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
    wants("CA, with the path length of its depth", (constraints.ca, constraints.path_length) == (True, 4 - depth))
    own = x509.SubjectKeyIdentifier.from_public_key(certificate.public_key())
    wants("subject key identifier", extension(certificate, x509.SubjectKeyIdentifier) == own)
    if user:
        above = x509.AuthorityKeyIdentifier.from_issuer_public_key(parent.public_key())
        wants("authority key identifier", extension(certificate, x509.AuthorityKeyIdentifier) == above)
    return found + usage_faults(certificate, is_root=user is None)


def shorter():
    """A root has no name of a device and no authority."""
    without = (ExtensionOID.SUBJECT_ALTERNATIVE_NAME, ExtensionOID.AUTHORITY_KEY_IDENTIFIER)
    return [oid for oid in ORDER if oid not in without]


def extension(certificate, kind):
    try:
        return certificate.extensions.get_extension_for_class(kind).value
    except x509.ExtensionNotFound:
        return None


def name_faults(certificate, tenant, user):
    names = {each.oid: each.value for each in certificate.subject}
    credential = names.get(NameOID.COMMON_NAME)
    wanted = {NameOID.ORGANIZATION_NAME: tenant, NameOID.COMMON_NAME: credential if user else "root"}
    if user:
        wanted[NameOID.ORGANIZATIONAL_UNIT_NAME] = user
    found = [] if names == wanted else ["the subject's name"]
    scope = f"{user}.{tenant}.invalid" if user else f"{tenant}.invalid"
    constraints = extension(certificate, x509.NameConstraints)
    if not constraints or constraints.excluded_subtrees or constraints.permitted_subtrees != [x509.DNSName(scope)]:
        found.append("the name constraint")
    if user:
        names = extension(certificate, x509.SubjectAlternativeName)
        if not names or list(names) != [x509.DNSName(f"{credential}.{user}.{tenant}.invalid")]:
            found.append("the alternative name")
    return found


def usage_faults(certificate, is_root):
    usage = extension(certificate, x509.KeyUsage)
    named = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    named += ("key_cert_sign", "crl_sign")
    wanted = {"key_cert_sign", "crl_sign"} if is_root else {"digital_signature", "key_cert_sign"}
    return [] if usage and {name for name in named if getattr(usage, name)} == wanted else ["key usage"]


def namesake(root):
    """Another root of the same name, by another key: nobody pinned it."""
    key = ec.generate_private_key(ec.SECP256R1())
    builder = x509.CertificateBuilder().subject_name(root.subject).issuer_name(root.subject)
    builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number() >> 33)
    builder = builder.not_valid_before(root.not_valid_before_utc).not_valid_after(root.not_valid_after_utc)
    for each in root.extensions:
        own = isinstance(each.value, x509.SubjectKeyIdentifier)
        value = x509.SubjectKeyIdentifier.from_public_key(key.public_key()) if own else each.value
        builder = builder.add_extension(value, each.critical)
    return builder.sign(key, hashes.SHA256())
