import ChaveBase
import ChaveWebAuthn
import ChaveWire
import SignInModel

/// The options that a page gives to the browser (WebAuthn Level 3, sections 5.4 and 5.5).
enum PasskeyOptions {
    private static let timeoutMilliseconds: Int64 = 120_000

    static func creation(
        for user: User,
        by relyingParty: RelyingParty,
        named name: String,
        challenge: [UInt8],
        excluding known: [BrowserPasskey]
    ) -> JSONValue {
        [
            "rp": ["id": .string(relyingParty.id), "name": .string(name)],
            "user": [
                "id": .string(Base64URL.encode(BrowserPasskey.handle(of: user.id, user.tenant))),
                "name": .string("\(user.userName) · \(name)"),
                "displayName": .string(user.displayName),
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": .array(
                RegistrationExpectation.allAlgorithms.map { ["alg": JSONValue($0.rawValue), "type": "public-key"] }
            ),
            "timeout": JSONValue(timeoutMilliseconds),
            "excludeCredentials": .array(
                known.map { ["id": .string(Base64URL.encode($0.credential.id)), "type": "public-key"] }
            ),
            "authenticatorSelection": [
                "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
            ],
            "attestation": "none",
        ]
    }

    /// The options of a sign-in; they name no credential, so that any person can pick a passkey.
    static func request(by relyingParty: RelyingParty, challenge: [UInt8]) -> JSONValue {
        [
            "rpId": .string(relyingParty.id),
            "challenge": .string(Base64URL.encode(challenge)),
            "timeout": JSONValue(timeoutMilliseconds),
            "userVerification": "required",
            "allowCredentials": [],
        ]
    }
}

extension SignInPolicy {
    /// The host of ``baseURL``, with that origin alone.
    var relyingParty: RelyingParty {
        let parts = baseURL.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let host = parts.count > 1 ? parts[1].split(separator: ":").first.map(String.init) ?? "" : ""
        return RelyingParty(id: host, origins: [baseURL])
    }
}
