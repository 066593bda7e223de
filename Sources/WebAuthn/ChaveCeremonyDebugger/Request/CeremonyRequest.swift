import ChaveWebAuthn
import ChaveWire

/// One ceremony and its expected values, as the request gives them.
struct CeremonyRequest {
    enum Kind: String, CaseIterable {
        case registration
        case authentication
    }

    /// The client's answer, with the stored credential when the ceremony needs one.
    enum Answer {
        case registration(RegistrationResponse)
        case authentication(AuthenticationResponse, StoredRequest)
    }

    let relyingParty: RelyingParty
    let challenge: [UInt8]
    let userVerification: UserVerificationRequirement
    /// The ids that were sent as `allowCredentials`; `nil` when none were.
    let allowedCredentials: [[UInt8]]?
    let algorithms: [COSEAlgorithm]
    let attestation: AttestationRequest
    let answer: Answer

    private static let members = [
        "ceremony", "rpId", "origins", "topOrigins", "allowsUnnamedTopOrigin", "challenge", "userVerification",
        "allowedCredentials", "algorithms", "attestation", "credential", "stored",
    ]

    /// Reads a request, and refuses members that only the other ceremony uses: they would have no effect.
    init(_ json: JSONValue) throws(Unreadable) {
        let reader = try RequestReader(json, path: "", members: CeremonyRequest.members)
        let kind = try reader.choice("ceremony", of: Kind.self)
        relyingParty = try CeremonyRequest.relyingParty(reader)
        challenge = try CeremonyRequest.challenge(reader)
        userVerification = try reader.choice("userVerification", of: UserVerificationRequirement.self)
        // The answer is read before the members of the other ceremony: an answer of the other ceremony gives the best
        // error.
        answer = try CeremonyRequest.answer(reader, kind)
        try CeremonyRequest.requireNoneOfTheOther(reader, kind)
        allowedCredentials = try CeremonyRequest.allowedCredentials(reader)
        algorithms = try CeremonyRequest.algorithms(reader)
        attestation = try AttestationRequest(reader)
    }

    private static func requireNoneOfTheOther(_ reader: RequestReader, _ kind: Kind) throws(Unreadable) {
        let foreign = kind == .registration ? ["allowedCredentials", "stored"] : ["algorithms", "attestation"]
        for name in foreign where reader.has(name) {
            let other = kind == .registration ? Kind.authentication : .registration
            throw Unreadable("\(name) goes with ceremony '\(other.rawValue)'; leave it out of '\(kind.rawValue)'.")
        }
    }

    private static func relyingParty(_ reader: RequestReader) throws(Unreadable) -> RelyingParty {
        let isUnnamedAllowed =
            reader.has("allowsUnnamedTopOrigin") ? try reader.flag("allowsUnnamedTopOrigin") : false
        return RelyingParty(
            id: try reader.text("rpId"),
            origins: try reader.texts("origins"),
            topOrigins: reader.has("topOrigins") ? try reader.texts("topOrigins") : [],
            allowsUnnamedTopOrigin: isUnnamedAllowed
        )
    }

    private static func challenge(_ reader: RequestReader) throws(Unreadable) -> [UInt8] {
        let challenge = try reader.bytes("challenge")
        guard challenge.count >= 16 else {
            throw Unreadable(
                "challenge has \(Counted.bytes(challenge.count)); WebAuthn Level 3, 13.4.3 asks for 16 at least. "
                    + "Draw each challenge at random."
            )
        }
        return challenge
    }

    private static func allowedCredentials(_ reader: RequestReader) throws(Unreadable) -> [[UInt8]]? {
        guard reader.has("allowedCredentials") else { return nil }
        let allowed = try reader.byteStrings("allowedCredentials")
        guard !allowed.isEmpty else {
            throw Unreadable("allowedCredentials is empty; leave it out where the options named none.")
        }
        return allowed
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
        let credential = try reader.value("credential")
        switch kind {
        case .registration:
            return .registration(try CredentialReader.registration(credential))
        case .authentication:
            let response = try CredentialReader.authentication(credential)
            guard reader.has("stored") else {
                throw Unreadable(
                    "stored is missing: an authentication is verified against what the registration left, "
                        + "{\"publicKey\", \"signCount\", \"backupEligible\", \"backupState\", \"userHandle\"?}."
                )
            }
            return .authentication(response, try StoredRequest(reader.value("stored")))
        }
    }
}
