import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire

extension PixTestState {
    /// The relying party of every bank of the test server.
    static let relyingParty = RelyingParty(id: "bank.chave.test", origins: ["https://bank.chave.test"])
}

extension TestEnrollment {
    /// Issues the bank's registration options; the device has five minutes for them.
    mutating func issueOptions(_ due: Int64, _ moment: PixTestState.Moment, _ random: TestRandom) {
        let challenge = random.bytes(32)
        let userHandle = random.bytes(32)
        let json = TestEnrollment.creationOptions(
            challenge: challenge,
            userHandle: userHandle,
            isNative: resource.details.devicePlatform?.isNative ?? true
        )
        guard let message = try? RegistrationOptions(json: json) else { return }
        options = IssuedOptions(message: message, challenge: challenge, userHandle: userHandle)
        deadline = due + 5 * 60_000
        change(at: moment.timestamp) { $0.details.status = .awaitingEnrollment }
    }

    private static func creationOptions(challenge: [UInt8], userHandle: [UInt8], isNative: Bool) -> JSONValue {
        var selection = JSONObject()
        selection["userVerification"] = "required"
        selection["residentKey"] = "preferred"
        if isNative { selection["authenticatorAttachment"] = "platform" }
        return [
            "rp": ["id": .string(PixTestState.relyingParty.id), "name": "Chave"],
            "user": [
                "id": .string(Base64URL.encode(userHandle)), "name": "Ana · Banco Jequitibá", "displayName": "Ana",
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": .array(
                RegistrationExpectation.allAlgorithms.map { ["alg": JSONValue($0.rawValue), "type": "public-key"] }
            ),
            "timeout": 300_000,
            "excludeCredentials": [],
            "authenticatorSelection": .object(selection),
            "attestation": "none",
        ]
    }
}
