"""Virtual authenticators of Chromium (WebAuthn Level 3, section 11), over its debugging protocol."""


class Authenticator:
    """Signs for one tab; a copied credential lets another tab, or a later visit, sign as the same passkey."""

    def __init__(self, session, credentials=(), **kind):
        self.session = session
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "ctap2Version": "ctap2_1",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
            **kind,
        }
        added = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = added["authenticatorId"]
        for credential in credentials:
            self._send("addCredential", credential=credential)

    def _send(self, command, **parameters):
        return self.session.send(f"WebAuthn.{command}", {"authenticatorId": self.id, **parameters})

    def agrees(self, does):
        """Whether finger, face or PIN is the right one."""
        self._send("setUserVerified", isUserVerified=does)

    @property
    def credentials(self):
        return self._send("getCredentials")["credentials"]

    def remove(self):
        self._send("removeVirtualAuthenticator")
