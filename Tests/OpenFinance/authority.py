"""Certificates of participants, right ones and wrong ones, made with `cryptography`.

Subjects follow the certificate standard 2.1 of Open Finance Brasil.
"""

from __future__ import annotations

import datetime
import pathlib
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ORGANIZATION_IDENTIFIER = x509.ObjectIdentifier("2.5.4.97")
JURISDICTION = x509.ObjectIdentifier("1.3.6.1.4.1.311.60.2.1.3")
DAY = datetime.timedelta(days=1)


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def key_pem(key: rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def certificate_pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


@dataclass(frozen=True)
class Subject:
    """The subject of a transport certificate; `None` leaves an attribute out."""

    organisation: str | None
    software: str | None
    common_name: str
    organisation_name: str = "Provador"
    registration_number: str = "11222333000181"

    def name(self) -> x509.Name:
        utf8, printable = x509.name._ASN1Type.UTF8String, x509.name._ASN1Type.PrintableString
        attributes = [
            x509.NameAttribute(NameOID.BUSINESS_CATEGORY, "Private Organization"),
            x509.NameAttribute(JURISDICTION, "BR", printable),
            x509.NameAttribute(NameOID.SERIAL_NUMBER, self.registration_number, printable),
            x509.NameAttribute(NameOID.COUNTRY_NAME, "BR"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, self.organisation_name),
            x509.NameAttribute(NameOID.STATE_OR_PROVINCE_NAME, "SP"),
            x509.NameAttribute(NameOID.LOCALITY_NAME, "Sao Paulo"),
        ]
        if self.organisation is not None:
            attributes.append(x509.NameAttribute(ORGANIZATION_IDENTIFIER, f"OFBBR-{self.organisation}", utf8))
        if self.software is not None:
            attributes.append(x509.NameAttribute(NameOID.USER_ID, self.software))
        attributes.append(x509.NameAttribute(NameOID.COMMON_NAME, self.common_name))
        return x509.Name(attributes)


@dataclass(frozen=True)
class Shape:
    """What may be wrong about a certificate."""

    starts_in: datetime.timedelta = -DAY
    ends_in: datetime.timedelta = 30 * DAY
    usages: tuple[x509.ObjectIdentifier, ...] | None = (ExtendedKeyUsageOID.CLIENT_AUTH,)
    names: tuple[str, ...] = ()


class Authority:
    """An issuer; `chain` are the certificates that its holders send along."""

    def __init__(self, certificate: x509.Certificate, key: rsa.RSAPrivateKey, chain: bytes):
        self.certificate = certificate
        self.key = key
        self.chain = chain

    @classmethod
    def of_directory(cls, folder: pathlib.Path) -> Authority:
        """The issuer of a directory's folder."""
        pem = (folder / "issuer.pem").read_bytes()
        key = serialization.load_pem_private_key((folder / "issuer.key").read_bytes(), None)
        assert isinstance(key, rsa.RSAPrivateKey)
        return cls(x509.load_pem_x509_certificate(pem), key, pem)

    @classmethod
    def new(cls, name: str) -> Authority:
        """A root that nobody knows."""
        key = new_key()
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - DAY)
            .not_valid_after(now + 365 * DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(ca=True), critical=True)
            .sign(key, hashes.SHA256())
        )
        return cls(made, key, b"")

    def issue(self, subject: x509.Name, key: rsa.RSAPrivateKey, shape: Shape = Shape()) -> bytes:
        """A certificate in PEM, followed by the chain."""
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.certificate.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + shape.starts_in)
            .not_valid_after(now + shape.ends_in)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(ca=False), critical=True)
        )
        if shape.usages is not None:
            builder = builder.add_extension(x509.ExtendedKeyUsage(shape.usages), critical=False)
        if shape.names:
            names = x509.SubjectAlternativeName([x509.DNSName(name) for name in shape.names])
            builder = builder.add_extension(names, critical=False)
        return certificate_pem(builder.sign(self.key, hashes.SHA256())) + self.chain


def _usage(ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not ca,
        content_commitment=False,
        key_encipherment=not ca,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=ca,
        crl_sign=ca,
        encipher_only=False,
        decipher_only=False,
    )


@dataclass
class Pair:
    """A certificate and its key in two files."""

    folder: pathlib.Path
    name: str
    certificate: pathlib.Path = field(init=False)
    key: pathlib.Path = field(init=False)

    def __post_init__(self) -> None:
        self.certificate = self.folder / f"{self.name}.pem"
        self.key = self.folder / f"{self.name}.key"

    def write(self, pem: bytes, key: rsa.RSAPrivateKey) -> Pair:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.certificate.write_bytes(pem)
        self.key.write_bytes(key_pem(key))
        return self
