"""Verifies credential chains with other people's programs: openssl, and each certificate with `cryptography`."""

import datetime
import subprocess

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec


def by_openssl(folder, parts):
    """`openssl verify` of own certificate, those above it, and the root; its output."""
    paths = {}
    for name, text in parts.items():
        paths[name] = folder / f"{name}.pem"
        paths[name].write_text(text)
    command = ["openssl", "verify", "-x509_strict", "-CAfile", paths["root"]]
    if parts["above"].strip():
        command += ["-untrusted", paths["above"]]
    done = subprocess.run([*command, paths["own"]], capture_output=True, text=True, timeout=60)
    return done.returncode == 0 and done.stdout.strip().endswith(": OK"), done.stdout + done.stderr


def problems(pem):
    """What is wrong with a chain, leaf first and root last; empty when it holds."""
    chain = x509.load_pem_x509_certificates(pem.encode())
    now = datetime.datetime.now(datetime.timezone.utc)
    found = []
    for index, certificate in enumerate(chain):
        issuer = chain[min(index + 1, len(chain) - 1)]
        found += one(certificate, issuer, index, len(chain), now)
    found += names(chain)
    return found


def one(certificate, issuer, index, count, now):
    if certificate.issuer != issuer.subject:
        yield f"{index}: its issuer is not the next one's subject"
    signed_with = ec.ECDSA(certificate.signature_hash_algorithm)
    try:
        issuer.public_key().verify(certificate.signature, certificate.tbs_certificate_bytes, signed_with)
    except InvalidSignature:
        yield f"{index}: its signature is not by the next one's key"
    if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
        yield f"{index}: it is not valid now"
    constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    # A root has 5; a device right below it 4, and one less for each step down.
    expected = 5 if index == count - 1 else 5 - (count - 1 - index)
    if not constraints.critical or not constraints.value.ca or constraints.value.path_length != expected:
        yield f"{index}: basic constraints are {constraints.value}"
    if not usage.key_cert_sign:
        yield f"{index}: it may not sign certificates"
    if (index == count - 1) == usage.digital_signature:
        yield f"{index}: digitalSignature is {usage.digital_signature}"


def names(chain):
    """Each device's name lies within every name constraint above it."""
    for index, certificate in enumerate(chain[:-1]):
        alternative = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        name = alternative.get_values_for_type(x509.DNSName)
        for above in chain[index:]:
            constraints = above.extensions.get_extension_for_class(x509.NameConstraints)
            permitted = [each.value for each in constraints.value.permitted_subtrees]
            if (
                not constraints.critical
                or len(permitted) != 1
                or len(name) != 1
                or not name[0].endswith(f".{permitted[0]}")
            ):
                yield f"{index}: {name} is not within {permitted}"
