#!/usr/bin/env python3
"""A merchant's server and a device in one program, over the client that `generate` made of the API's own document.

    pay.py [--server http://localhost:8080] [--keys FILE] [--amount 12.34]

FILE is sandbox.json of the server's data directory. The last line is the payment's id and its end; the exit code is 0
when it is SUCCEEDED.
"""

import argparse
import base64
import json
import os
import secrets
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from holder import Holder
from passkey import Passkey

from chave_payments import AuthenticatedClient
from chave_payments.api.customers import create_customer, list_customers
from chave_payments.api.enrollments import (
    complete_redirection,
    confirm_enrollment,
    create_enrollment,
    get_enrollment,
    get_registration_options,
)
from chave_payments.api.institutions import list_institutions
from chave_payments.api.payment_intents import authorize_payment_intent, create_payment_intent, get_payment_intent
from chave_payments.api.tokens import create_widget_token
from chave_payments.models import (
    AuthorizePaymentIntentRequest,
    CompleteRedirectionRequest,
    ConfirmEnrollmentRequest,
    CreateCustomerRequest,
    CreateEnrollmentRequest,
    CreatePaymentIntentRequest,
    Customer,
    CustomerList,
    Enrollment,
    FidoRegistrationOptions,
    InstitutionList,
    PaymentIntent,
    TokenPair,
    WidgetTokenRequest,
)
from chave_payments.types import Response

DATA = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "chave/server"
CALLBACK = "https://loja.example/callback"
# One of the sandbox's people; the bank's sign-in page names them all.
CPF, PASSWORD = "76109277673", "senha-1"
Read = TypeVar("Read")


def refused(response: Response[Any]) -> SystemExit:
    """The API's own words: a list of codes, fields and sentences."""
    return SystemExit(f"{response.status_code.value}: {response.content.decode()}")


def must(response: Response[Any], kind: type[Read]) -> Read:
    """What was read, when it is of this kind; a refusal ends the program."""
    if isinstance(response.parsed, kind):
        return response.parsed
    raise refused(response)


def must_be_done(response: Response[Any]) -> None:
    """The same where there is nothing to read."""
    if response.status_code != 204:
        raise refused(response)


def until(read: Callable[[], Read | None]) -> Read:
    """Asks every two seconds for two minutes. `prefer="wait=10"` with the read spares most of these requests."""
    for _ in range(60):
        found = read()
        if found is not None:
            return found
        time.sleep(float(os.environ.get("CHAVE_POLL_SECONDS", "2")))
    raise SystemExit("nothing changed in two minutes")


def new_key() -> str:
    """An Idempotency-Key: made before the request, kept, and sent again with it after a lost answer."""
    return uuid.uuid4().hex


class Merchant:
    """The merchant's server: it alone has the API keys."""

    def __init__(self, server: str, keys: dict[str, str]) -> None:
        self.server, self.beneficiary = server, uuid.UUID(keys["beneficiary"])
        pair = base64.b64encode(f"{keys['secret_id']}:{keys['secret_password']}".encode()).decode()
        self.api = AuthenticatedClient(server, token=pair, prefix="Basic", raise_on_unexpected_status=True)

    def customer(self, cpf: str) -> Customer:
        """There is one customer for each CPF: who is known already is found, not made again."""
        known = must(list_customers.sync_detailed(client=self.api, identifier=cpf), CustomerList).results
        if known:
            return known[0]
        body = CreateCustomerRequest(identifier=cpf, name="Alice Nogueira")
        return must(create_customer.sync_detailed(client=self.api, body=body, idempotency_key=new_key()), Customer)

    def token(self, customer: Customer) -> str:
        """A device's token; bound to its person, it opens nothing of anybody else's."""
        body = WidgetTokenRequest(customer=customer.id)
        return must(create_widget_token.sync_detailed(client=self.api, body=body), TokenPair).access

    def order(self, amount: str, customer: Customer, enrollment: Enrollment) -> PaymentIntent:
        """The payment that the device is asked to approve: its amount is the merchant's."""
        pix = {"beneficiary_bank_account": str(self.beneficiary), "enrollment": str(enrollment.id)}
        body = CreatePaymentIntentRequest.from_dict({
            "amount": amount,
            "allowed_payment_method_types": ["open_finance_biometric_pix"],
            "customer": str(customer.id),
            "description": "Pedido de teste",
            "statement_description": "Loja Exemplo",
            "payment_method_details": {"open_finance_biometric_pix": pix},
            "confirm": True,
        })
        made = create_payment_intent.sync_detailed(client=self.api, body=body, idempotency_key=new_key())
        return must(made, PaymentIntent)


class Device:
    """A phone or a browser: it has a token from the merchant's server, a secret of its own, and a passkey."""

    def __init__(self, server: str, token: str, customer: Customer) -> None:
        self.customer, self.name = customer, uuid.uuid4().hex
        secret = {"Chave-Device": secrets.token_urlsafe(32)}  # made once, and kept as long as the passkey
        self.api = AuthenticatedClient(server, token=token, headers=secret, raise_on_unexpected_status=True)
        # The origin of the SDKs. A browser has its page's, which a sandbox takes with `serve --sandbox --origin`.
        self.passkey = Passkey("https://localhost")

    @property
    def signals(self) -> dict[str, Any]:
        """What a device says of itself for the payer's bank."""
        return {
            "deviceId": self.name, "osVersion": "18.1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": {"height": 2556, "width": 1179}, "screenBrightness": 0.5, "isRootedDevice": False,
            "elapsedTimeSinceBoot": 123456789, "accountTenure": self.customer.created_at.date().isoformat(),
        }

    def enroll(self, bank: str) -> Enrollment:
        found = must(list_institutions.sync_detailed(client=self.api, name=bank), InstitutionList).results
        body = CreateEnrollmentRequest.from_dict({
            "type": "open_finance_biometric_pix",
            "details": {
                "customer": str(self.customer.id), "institution": str(found[0].id), "platform": "IOS",
                "callback_url": CALLBACK, "risk_signals": self.signals,
            },
        })
        made = create_enrollment.sync_detailed(client=self.api, body=body, idempotency_key=new_key())
        enrollment = must(made, Enrollment)
        callback = Holder(CPF, PASSWORD, CALLBACK).approves(str(enrollment.details.redirect_url))
        answer = CompleteRedirectionRequest.from_dict(callback)
        must(complete_redirection.sync_detailed(client=self.api, body=answer), Enrollment)
        credential = self.passkey.create(until(lambda: self.options(enrollment)))
        confirmation = ConfirmEnrollmentRequest.from_dict({"confirmation_data": credential})
        must_be_done(confirm_enrollment.sync_detailed(enrollment.id, client=self.api, body=confirmation))
        return until(lambda: self.enrollment(enrollment.id))

    def options(self, enrollment: Enrollment) -> dict[str, Any] | None:
        """The passkey's options: 404 until the bank has them."""
        response = get_registration_options.sync_detailed(enrollment.id, client=self.api)
        return None if response.status_code == 404 else must(response, FidoRegistrationOptions).to_dict()

    def enrollment(self, id: uuid.UUID) -> Enrollment | None:
        found = must(get_enrollment.sync_detailed(id, client=self.api), Enrollment)
        return None if found.status == "PENDING" else found

    def approve(self, order: PaymentIntent) -> PaymentIntent:
        """Signs what the order asks for; 204 means accepted, and a read tells the end."""
        pix = order.to_dict()["payment_method_information"]["open_finance_biometric_pix"]
        assertion = self.passkey.sign(pix["fido_options"])
        body = AuthorizePaymentIntentRequest.from_dict({"risk_signals": self.signals, "assertion": assertion})
        must_be_done(authorize_payment_intent.sync_detailed(order.id, client=self.api, body=body))
        return until(lambda: self.payment(order.id))

    def payment(self, id: uuid.UUID) -> PaymentIntent | None:
        found = must(get_payment_intent.sync_detailed(id, client=self.api), PaymentIntent)
        return None if found.status in ("PENDING", "PROCESSING") else found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--keys", type=Path, default=DATA / "sandbox.json")
    parser.add_argument("--amount", default="12.34")
    options = parser.parse_args()
    if not options.keys.exists():
        raise SystemExit(f"{options.keys} is not there: start chave serve --sandbox, or name the file with --keys")
    merchant = Merchant(options.server, json.loads(options.keys.read_text()))
    customer = merchant.customer(CPF)
    device = Device(options.server, merchant.token(customer), customer)
    enrollment = device.enroll("ipe")
    print(f"enrollment {enrollment.id}: {enrollment.status}")
    if enrollment.status != "SUCCEEDED":
        raise SystemExit(f"the bank's reason: {enrollment.status_reason_code}")
    payment = device.approve(merchant.order(options.amount, customer, enrollment))
    print(f"payment {payment.id}: {payment.status}")
    return 0 if payment.status == "SUCCEEDED" else 1


if __name__ == "__main__":
    sys.exit(main())
