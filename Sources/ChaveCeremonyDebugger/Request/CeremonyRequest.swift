import ChaveWebAuthn
import ChaveWire

/// One ceremony and what it must answer to, as it was asked.
struct CeremonyRequest {
    enum Kind: String, CaseIterable {
        case registration
        case authentication
    }

    /// The client's answer, with what the relying party keeps where the ceremony needs that.
    enum Answer {
        case registration(RegistrationResponse)
        case authentication(AuthenticationResponse, StoredRequest)
    }

    let relyingParty: RelyingParty
    let challenge: [UInt8]
    let userVerification: UserVerificationRequirement
    let algorithms: [COSEAlgorithm]
    let attestation: AttestationRequest
    let answer: Answer

    private static let members = [
        "ceremony", "rpId", "origins", "topOrigins", "allowsUnnamedTopOrigin", "challenge", "userVerification",
        "algorithms", "attestation", "credential", "stored",
    ]

    /// What only the other ceremony needs may stand there: its form is checked, and it counts for nothing.
    init(_ json: JSONValue) throws(Unreadable) {
        let reader = try RequestReader(json, path: "", members: CeremonyRequest.members)
        let kind = try reader.choice("ceremony", of: Kind.self)
        relyingParty = try CeremonyRequest.relyingParty(reader)
        challenge = try CeremonyRequest.challenge(reader)
        userVerification = try reader.choice("userVerification", of: UserVerificationRequirement.self)
        algorithms = try CeremonyRequest.algorithms(reader)
        attestation = try AttestationRequest(reader)
        answer = try CeremonyRequest.answer(reader, kind)
    }

    private static func relyingParty(_ reader: RequestReader) throws(Unreadable) -> RelyingParty {
        let topOrigins = reader.has("topOrigins") ? try reader.texts("topOrigins") : []
        // Who lists top origins expects frames, and clients before Level 3 do not say whose frame it was.
        let allowsUnnamed =
            reader.has("allowsUnnamedTopOrigin") ? try reader.flag("allowsUnnamedTopOrigin") : !topOrigins.isEmpty
        return RelyingParty(
            id: try reader.text("rpId"),
            origins: try reader.texts("origins"),
            topOrigins: topOrigins,
            allowsUnnamedTopOrigin: allowsUnnamed
        )
    }

    private static func challenge(_ reader: RequestReader) throws(Unreadable) -> [UInt8] {
        let challenge = try reader.bytes("challenge")
        guard challenge.count >= 16 else {
            throw Unreadable(
                "challenge has \(challenge.count) bytes; WebAuthn Level 3, 13.4.3 asks for 16 at least. "
                    + "Draw each challenge at random."
            )
        }
        return challenge
    }

    private static func algorithms(_ reader: RequestReader) throws(Unreadable) -> [COSEAlgorithm] {
        guard reader.has("algorithms") else { return RegistrationExpectation.allAlgorithms }
        let numbers = try reader.integers("algorithms")
        guard !numbers.isEmpty else {
            throw Unreadable("algorithms is empty; leave it out to take all that are supported.")
        }
        return numbers.map(COSEAlgorithm.init(rawValue:))
    }

    private static func answer(_ reader: RequestReader, _ kind: Kind) throws(Unreadable) -> Answer {
        let stored = reader.has("stored") ? try StoredRequest(reader.value("stored")) : nil
        let credential = try reader.value("credential")
        switch kind {
        case .registration:
            return .registration(try CredentialReader.registration(credential))
        case .authentication:
            let response = try CredentialReader.authentication(credential)
            guard let stored else {
                throw Unreadable(
                    "stored is missing: an authentication is verified against what the registration left, "
                        + "{\"publicKey\", \"signCount\", \"backupEligible\", \"backupState\", \"userHandle\"?}."
                )
            }
            return .authentication(response, stored)
        }
    }
}
