import ChaveWebAuthn
import ChaveWire

/// Why a registration is refused: the expected value, the received value, and the remedy.
struct RegistrationExplanation {
    private let request: CeremonyRequest
    private let response: RegistrationResponse
    private let object: AttestationObject?
    private let attested: AttestedCredentialData?
    private let clientData: ClientDataExplanation
    private let authenticatorData: AuthenticatorDataExplanation

    init(_ request: CeremonyRequest, _ response: RegistrationResponse) {
        self.request = request
        self.response = response
        object = try? AttestationObject(decoding: response.attestationObject)
        let bytes = object?.authenticatorData ?? []
        attested = (try? AuthenticatorData(decoding: bytes))?.attestedCredentialData
        clientData = ClientDataExplanation(request, response.clientDataJSON)
        authenticatorData = AuthenticatorDataExplanation(request, bytes, hosts: clientData.hosts)
    }

    func step(_ explained: ExplainedRegistrationRefusal) -> String {
        explained.attestation.map(attestation.step) ?? explained.specificationStep
    }

    func sentence(_ explained: ExplainedRegistrationRefusal) -> String {
        explained.attestation.map(attestation.sentence) ?? sentence(explained.refusal)
    }

    private var attestation: AttestationExplanation {
        AttestationExplanation(request.attestation, object, attested)
    }

    private func sentence(_ refusal: RegistrationRefusal) -> String {
        switch refusal {
        case .typeNotPublicKey: CredentialExplanation.type(response.type)
        case .idNotRawID: CredentialExplanation.id(response.id, rawID: response.rawID)
        case .clientDataMalformed: clientData.malformed
        case .clientDataTypeMismatch: clientData.type(expected: "webauthn.create")
        case .challengeMismatch: clientData.challenge
        case .originNotAllowed: clientData.origin
        case .crossOriginNotAllowed: clientData.crossOrigin
        case .topOriginWithoutCrossOrigin: clientData.topOriginWithoutCrossOrigin
        case .topOriginNotAllowed: clientData.topOrigin
        case .attestationObjectMalformed: attestationObjectMalformed
        case .authenticatorDataMalformed: authenticatorData.malformed
        case .attestationObjectNotCanonical: "The attestation object is not in CTAP2's canonical form."
        case .attestedCredentialMissing: attestedCredentialMissing
        case .attestedCredentialIDMismatch: attestedID
        case .relyingPartyIDMismatch: authenticatorData.relyingPartyID
        case .userNotPresent: authenticatorData.userNotPresent
        case .userNotVerified: authenticatorData.userNotVerified
        case .backupStateWithoutEligibility: authenticatorData.backupState
        case .publicKeyMalformed: PublicKeyExplanation.malformed(attested?.publicKey ?? [])
        case .algorithmNotOffered: algorithmNotOffered
        case .algorithmKeyMismatch: PublicKeyExplanation.mismatch(attested?.publicKey ?? [])
        case .publicKeyInvalid: PublicKeyExplanation.invalid
        case .attestationFormatUnsupported, .attestationStatementMalformed, .attestationStatementUnsupported,
            .attestationAlgorithmMismatch, .attestationSignatureInvalid, .attestationNotAccepted:
            "The attestation is refused."
        case .credentialIDLengthInvalid: idLength
        }
    }

    private var attestationObjectMalformed: String {
        let advice = "Send attestationObject as the browser gave it; 'chave webauthn inspect --lenient' takes it apart."
        do {
            _ = try AttestationObject(decoding: response.attestationObject)
            return advice
        } catch {
            return "The attestation object (\(Counted.bytes(response.attestationObject.count))) cannot be read. "
                + "\(error.sentence) \(advice)"
        }
    }

    private var attestedCredentialMissing: String {
        "The flags are \(authenticatorData.flags): AT is not set, so the authenticator data holds no new credential. "
            + "This looks like the authenticator data of an authentication."
    }

    private var attestedID: String {
        "The client names credential \(Quoted.bytes(response.rawID)), and the authenticator attested "
            + "\(Quoted.bytes(attested?.credentialID ?? [])). Send id, rawId and attestationObject of one answer."
    }

    private var algorithmNotOffered: String {
        let key = attested.flatMap { try? COSEKey(decoding: $0.publicKey) }
        let came = key.map { AlgorithmNames.text($0.algorithm) } ?? "unknown"
        let offered = request.algorithms.prefix(16).map(AlgorithmNames.text).joined(separator: ", ")
        return "The new key's algorithm is \(came), and offered are [\(offered)]. "
            + "Name the same algorithms in pubKeyCredParams of the options and in algorithms here."
    }

    private var idLength: String {
        "The credential id has \(Counted.bytes(attested?.credentialID.count ?? 0)); 1 to 1023 are taken. "
            + "The authenticator is wrong; nothing here can mend it."
    }
}

/// Sentences about the outer members of a client's answer.
enum CredentialExplanation {
    static func type(_ type: String) -> String {
        "credential.type is \(Quoted.text(type)); expected 'public-key', the only type there is. "
            + "Send the answer as toJSON() of the browser's credential gives it."
    }

    static func id(_ id: String, rawID: [UInt8]) -> String {
        "credential.id is \(Quoted.text(id)), and rawId in base64url is \(Quoted.bytes(rawID)); both must be the same. "
            + "Send the answer as toJSON() of the browser's credential gives it."
    }
}
