"""The enrollments API 2.2.0: devices that may authorise payments without a redirection."""

from __future__ import annotations

import urllib.parse
from typing import Any

from .api import Call, Reply, ResourceServer
from .schemas import Operation

FILE = "enrollments-2.2.0.yaml"
ID = "/enrollments/{enrollmentId}"
CREATE = Operation("E1 POST /enrollments", FILE, "POST", "/enrollments")
READ = Operation("E2 GET /enrollments/{id}", FILE, "GET", ID)
END = Operation("E3 PATCH /enrollments/{id}", FILE, "PATCH", ID)
RISK_SIGNALS = Operation("E4 POST risk-signals", FILE, "POST", f"{ID}/risk-signals")
REGISTRATION_OPTIONS = Operation("E5 POST fido-registration-options", FILE, "POST", f"{ID}/fido-registration-options")
REGISTER = Operation("E6 POST fido-registration", FILE, "POST", f"{ID}/fido-registration")
SIGN_OPTIONS = Operation("E7 POST fido-sign-options", FILE, "POST", f"{ID}/fido-sign-options")
AUTHORISE = Operation("E8 POST /consents/{id}/authorise", FILE, "POST", "/consents/{consentId}/authorise")

PAYMENTS = "PAYMENTS_INITIATE"
RECURRING = "RECURRING_PAYMENTS_INITIATE"


def scope_of(enrollment_id: str) -> str:
    """The scope of the redirection of one enrollment, and of its tokens."""
    return f"openid enrollment:{enrollment_id} payments nrp-consents"


def document(cpf: str) -> dict[str, Any]:
    return {"document": {"identification": cpf, "rel": "CPF"}}


def creation(cpf: str, name: str | None = None, permissions: tuple[str, ...] = (PAYMENTS,)) -> dict[str, Any]:
    data: dict[str, Any] = {"loggedUser": document(cpf), "permissions": list(permissions)}
    if name is not None:
        data["enrollmentName"] = name
    return {"data": data}


def signals(**changes: Any) -> dict[str, Any]:
    """What a browser knows of its device; `changes` replace signals, and `None` leaves one out."""
    made = {
        "deviceId": "5ad82a8f37e54369",
        "osVersion": "14",
        "userTimeZoneOffset": "-03",
        "language": "pt",
        "screenDimensions": {"height": 1080, "width": 1920},
        "accountTenure": "2023-04-05",
        "isCallInProgress": False,
        **changes,
    }
    return {name: value for name, value in made.items() if value is not None}


# The signals that a native app must add to those of a browser.
APP_SIGNALS = {"isRootedDevice": False, "screenBrightness": 120.0, "elapsedTimeSinceBoot": 36_000_000}


def end(reason: dict[str, str], cpf: str | None, information: str | None = None) -> dict[str, Any]:
    cancellation: dict[str, Any] = {"reason": reason}
    if cpf is not None:
        cancellation["cancelledBy"] = document(cpf)
    if information is not None:
        cancellation["additionalInformation"] = information
    return {"data": {"cancellation": cancellation}}


def rejection(cpf: str, reason: str = "REJEITADO_MANUALMENTE") -> dict[str, Any]:
    return end({"rejectionReason": reason}, cpf)


def revocation(cpf: str, reason: str = "REVOGADO_MANUALMENTE") -> dict[str, Any]:
    return end({"revocationReason": reason}, cpf)


class Enrollments:
    """Each function sends one operation and returns its answer, whatever the status."""

    def __init__(self, server: ResourceServer, major: int = 2):
        self.server = server
        self.base = server.entry.base("enrollments", major)

    @staticmethod
    def segment(identity: str) -> str:
        """An id inside a path: a colon may stand there as it is (RFC 3986, section 3.3)."""
        return urllib.parse.quote(identity, safe=":")

    def url(self, enrollment_id: str | None = None, rest: str = "") -> str:
        if enrollment_id is None:
            return f"{self.base}/enrollments"
        return f"{self.base}/enrollments/{self.segment(enrollment_id)}{rest}"

    def consent_url(self, consent_id: str) -> str:
        return f"{self.base}/consents/{self.segment(consent_id)}/authorise"

    def create(self, body: dict[str, Any], **call: Any) -> Reply:
        return self.server.call(CREATE, self.url(), Call(body, **call))

    def read(self, enrollment_id: str, **call: Any) -> Reply:
        return self.server.call(READ, self.url(enrollment_id), Call(**call))

    def end(self, enrollment_id: str, body: dict[str, Any], **call: Any) -> Reply:
        return self.server.call(END, self.url(enrollment_id), Call(body, **call))

    def send_signals(self, enrollment_id: str, found: dict[str, Any], **call: Any) -> Reply:
        return self.server.call(RISK_SIGNALS, self.url(enrollment_id, "/risk-signals"), Call({"data": found}, **call))

    def registration_options(
        self, enrollment_id: str, token: str, rp: str, platform: str = "BROWSER", **call: Any
    ) -> Reply:
        url = self.url(enrollment_id, "/fido-registration-options")
        body = {"data": {"rp": rp, "platform": platform}}
        return self.server.call(REGISTRATION_OPTIONS, url, Call(body, token, **call))

    def register(self, enrollment_id: str, token: str, credential: dict[str, Any], **call: Any) -> Reply:
        url = self.url(enrollment_id, "/fido-registration")
        return self.server.call(REGISTER, url, Call({"data": credential}, token, **call))

    def sign_options(
        self, enrollment_id: str, rp: str, consent_id: str, platform: str = "BROWSER", **call: Any
    ) -> Reply:
        url = self.url(enrollment_id, "/fido-sign-options")
        body = {"data": {"rp": rp, "platform": platform, "consentId": consent_id}}
        return self.server.call(SIGN_OPTIONS, url, Call(body, **call))

    def authorise(
        self,
        consent_id: str,
        token: str,
        enrollment_id: str,
        assertion: dict[str, Any],
        found: dict[str, Any] | None = None,
        **call: Any,
    ) -> Reply:
        data = {"enrollmentId": enrollment_id, "riskSignals": found or signals(), "fidoAssertion": assertion}
        return self.server.call(AUTHORISE, self.consent_url(consent_id), Call({"data": data}, token, **call))
