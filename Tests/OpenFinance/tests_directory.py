"""The directory: statements and tokens for their owners, keystores for everybody."""

from __future__ import annotations

import ssl
import uuid

from cases import each
from expectations import among, equal, oauth_error
from ground import Ground

# MARK: The directory


def directory_of_another(ground: Ground) -> None:
    """hostile/directory-statement-of-another: a certificate gets its own software statement alone."""
    ours, other = ground.initiator, ground.second
    headers = {"Authorization": f"Bearer {ours.directory.token()}"}
    among(
        ours.mutual.get(other.participant.assertion_url, headers).status,
        (401, 403),
        "the status of another's statement",
    )
    answer = other.mutual.get(ours.participant.assertion_url, headers)
    among(answer.status, (401, 403), "the status with another certificate")
    answer = ours.mutual.get(ours.participant.assertion_url)
    equal(answer.status, 401, "the status without a token")


@each(
    ("another-client", {"client_id": "another"}),
    ("grant", {"grant_type": "password"}),
    ("no-grant", {"grant_type": ""}),
)
def directory_token(ground: Ground, _name: str, changes: dict[str, str]) -> None:
    """hostile/directory-token: for the certificate's software by client credentials alone."""
    ours = ground.initiator.participant
    fields = {
        "grant_type": "client_credentials",
        "client_id": ours.software_statement_id,
        "scope": "directory:software",
        **changes,
    }
    oauth_error(ground.initiator.mutual.post_form(ours.token_url, fields))


def directory_without_certificate(ground: Ground) -> None:
    """hostile/directory-without-certificate: token and statement demand one."""
    ours = ground.initiator.participant
    fields = {
        "grant_type": "client_credentials",
        "client_id": ours.software_statement_id,
        "scope": "directory:software",
    }
    try:
        answer = ground.initiator.public.post_form(ours.token_url, fields)
        among(answer.status, (400, 401), "the status")
    except (ssl.SSLError, ConnectionError):
        pass


def keystores(ground: Ground) -> None:
    """hostile/directory-keystores: public, without secrets, and only of participants."""
    ours = ground.initiator
    assert ours.directory.organisation_keys(ours.participant.organisation_id).members
    assert ours.directory.software_keys().encryption_key() is not None, "the software has a key for encryption"
    answer = ours.public.get(f"{ours.participant.keystore_url}/{uuid.uuid4()}/application.jwks")
    equal(answer.status, 404, "the status of an unknown keystore")
    for path in ("../../directory.json", "%2e%2e/%2e%2e/issuer.key", "..%2fissuer.key"):
        answer = ours.public.get(f"{ours.participant.keystore_url}/{path}")
        among(answer.status, (400, 404), f"the status of {path}")
