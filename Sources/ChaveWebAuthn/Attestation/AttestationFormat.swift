internal import ChaveWire

/// The attestation statement formats that are verified, each by its own section of the specification.
enum AttestationFormat: String, CaseIterable {
    case none
    case packed

    /// The format with that identifier, compared byte for byte.
    init?(identifier: String) {
        guard let format = AttestationFormat.allCases.first(where: { isSame($0.rawValue, identifier) }) else {
            return nil
        }
        self = format
    }

    /// Step 22 of 7.1: the verification procedure of the format.
    func verify(
        _ statement: CBORValue,
        signed: SignedBytes,
        by key: CredentialPublicKey,
        _ algorithm: COSEAlgorithm
    ) throws(RegistrationRefusal) -> AttestationType {
        switch self {
        case .none:
            try NoneAttestation.requireEmpty(statement)
            return .none
        case .packed:
            try PackedAttestation(statement).requireSelfSignature(over: signed, by: key, algorithm)
            return .selfAttestation
        }
    }
}
