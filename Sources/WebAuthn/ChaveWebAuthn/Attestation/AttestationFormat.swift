/// The supported attestation statement formats, each verified by its own section of the specification.
public enum AttestationFormat: String, Hashable, Sendable, CaseIterable {
    /// A statement without facts about the authenticator.
    case none
    /// The common format, with certificates or with a signature of the credential itself.
    case packed
    /// Security keys of the generation before FIDO2.
    case fidoU2F = "fido-u2f"
    /// Apple's anonymous attestation.
    case apple
    /// A key of Android's hardware key store.
    case androidKey = "android-key"
    /// A key of a TPM, as on Windows.
    case tpm

    /// The format with that identifier, compared byte for byte.
    init?(identifier: String) {
        guard let format = AttestationFormat.allCases.first(where: { isSame($0.rawValue, identifier) }) else {
            return nil
        }
        self = format
    }

    /// Step 22 of 7.1: runs the verification procedure of the format.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        switch self {
        case .none: try NoneAttestation.verify(registration)
        case .packed: try PackedAttestation(registration.statement).verify(registration)
        case .fidoU2F: try U2FAttestation(registration.statement).verify(registration)
        case .apple: try AppleAttestation(registration.statement).verify(registration)
        case .androidKey: try AndroidKeyAttestation(registration.statement).verify(registration)
        case .tpm: try TPMAttestation(registration.statement).verify(registration)
        }
    }
}
