"""What one would write otherwise: a service that takes payments by passkey, in FastAPI, py_webauthn and SQLite.

It enrolls a credential, creates an intent, gives the options to sign, and authorises. There is no bank behind it, no
state machine, no audit, no outbox, no idempotency: an authorisation verifies the assertion and writes two rows in one
transaction that is synced before the answer.

    PEER_DATABASE=file PEER_KEY=secret uvicorn service:app
"""

import hmac
import os
import secrets
import time
import uuid

import webauthn
from database import Database
from fastapi import Depends, FastAPI, Header, HTTPException, Response
from pydantic import BaseModel, Field
from webauthn.helpers import bytes_to_base64url, options_to_json
from webauthn.helpers.exceptions import InvalidAuthenticationResponse, InvalidRegistrationResponse
from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

RP_ID, ORIGIN = "localhost", "https://localhost"
SECONDS = 300

database = Database(os.environ["PEER_DATABASE"])
key = os.environ["PEER_KEY"].encode()


def authenticated(authorization: str = Header()):
    if not hmac.compare_digest(authorization.encode(), b"Bearer " + key):
        raise HTTPException(401, "token_not_valid")


app = FastAPI(dependencies=[Depends(authenticated)])


class NewEnrollment(BaseModel):
    holder: str = Field(min_length=1, max_length=64)


class NewIntent(BaseModel):
    enrollment: uuid.UUID
    amount: int = Field(gt=0, le=10**12)
    beneficiary: uuid.UUID


class Confirmation(BaseModel):
    credential: dict


@app.post("/enrollments", status_code=201)
def enroll(new: NewEnrollment):
    identifier, challenge = str(uuid.uuid4()), secrets.token_bytes(32)
    database.write(
        ("INSERT INTO enrollment (id, holder, challenge) VALUES (?, ?, ?)", (identifier, new.holder, challenge))
    )
    return {"id": identifier, "challenge": bytes_to_base64url(challenge), "rpId": RP_ID}


@app.post("/enrollments/{identifier}/confirm", status_code=204)
def confirm(identifier: uuid.UUID, confirmation: Confirmation):
    row = database.one("SELECT challenge FROM enrollment WHERE id = ? AND public_key IS NULL", str(identifier))
    if row is None:
        raise HTTPException(404, "not_found")
    try:
        made = webauthn.verify_registration_response(
            credential=confirmation.credential,
            expected_challenge=row["challenge"],
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            require_user_verification=True,
        )
    except InvalidRegistrationResponse as error:
        raise HTTPException(400, "registration_refused") from error
    database.write(
        (
            "UPDATE enrollment SET credential_id = ?, public_key = ?, sign_count = ?, challenge = NULL"
            " WHERE id = ? AND public_key IS NULL",
            (made.credential_id, made.credential_public_key, made.sign_count, str(identifier)),
        )
    )
    return Response(status_code=204)


@app.post("/intents", status_code=201)
def create(new: NewIntent):
    if database.one("SELECT 1 FROM enrollment WHERE id = ? AND public_key IS NOT NULL", str(new.enrollment)) is None:
        raise HTTPException(404, "not_found")
    identifier, now = str(uuid.uuid4()), int(time.time())
    database.write(
        (
            "INSERT INTO intent (id, enrollment, amount, beneficiary, status, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            (identifier, str(new.enrollment), new.amount, str(new.beneficiary), "CREATED", now),
        )
    )
    return {"id": identifier, "status": "CREATED", "amount": new.amount, "created_at": now}


@app.post("/intents/{identifier}/options")
def options(identifier: uuid.UUID):
    row = database.one(
        "SELECT credential_id FROM intent JOIN enrollment ON enrollment.id = intent.enrollment WHERE intent.id = ?",
        str(identifier),
    )
    if row is None:
        raise HTTPException(404, "not_found")
    challenge = secrets.token_bytes(32)
    taken = database.write(
        (
            "UPDATE intent SET challenge = ?, expires_at = ?, status = 'PENDING'"
            " WHERE id = ? AND status IN ('CREATED', 'PENDING')",
            (challenge, int(time.time()) + SECONDS, str(identifier)),
        )
    )
    if not taken:
        raise HTTPException(409, "not_waiting")
    made = webauthn.generate_authentication_options(
        rp_id=RP_ID,
        challenge=challenge,
        timeout=SECONDS * 1_000,
        allow_credentials=[PublicKeyCredentialDescriptor(id=row["credential_id"])],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return Response(options_to_json(made), media_type="application/json")


@app.post("/intents/{identifier}/authorize", status_code=204)
def authorize(identifier: uuid.UUID, confirmation: Confirmation):
    row = database.one(
        "SELECT intent.challenge, expires_at, status, enrollment, public_key, sign_count"
        " FROM intent JOIN enrollment ON enrollment.id = intent.enrollment WHERE intent.id = ?",
        str(identifier),
    )
    if row is None:
        raise HTTPException(404, "not_found")
    now = int(time.time())
    if row["status"] != "PENDING" or now >= row["expires_at"]:
        raise HTTPException(409, "not_waiting")
    try:
        verified = webauthn.verify_authentication_response(
            credential=confirmation.credential,
            expected_challenge=row["challenge"],
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            credential_public_key=row["public_key"],
            credential_current_sign_count=row["sign_count"],
            require_user_verification=True,
        )
    except InvalidAuthenticationResponse as error:
        raise HTTPException(400, "assertion_refused") from error
    taken = database.write(
        (
            "UPDATE intent SET status = 'AUTHORIZED', authorized_at = ? WHERE id = ? AND status = 'PENDING'",
            (now, str(identifier)),
        ),
        (
            "UPDATE enrollment SET sign_count = ? WHERE id = ? AND sign_count = ?",
            (verified.new_sign_count, row["enrollment"], row["sign_count"]),
        ),
    )
    if not taken:
        raise HTTPException(409, "not_waiting")
    return Response(status_code=204)
