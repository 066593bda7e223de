/// What an attestation says of where the key lives (WebAuthn Level 3, section 6.5.3).
public enum AttestationType: String, Hashable, Sendable, CaseIterable {
    /// Nothing is attested.
    case none
    /// The credential's own key signed: possession is proven, the authenticator's model is not.
    case selfAttestation = "self"
}

/// Which attestations a relying party accepts.
public struct AttestationPolicy: Hashable, Sendable {
    public var acceptedTypes: Set<AttestationType>

    public init(acceptedTypes: Set<AttestationType>) { self.acceptedTypes = acceptedTypes }

    /// For relying parties that do not ask which model holds the key.
    public static let noneOrSelf = AttestationPolicy(acceptedTypes: [.none, .selfAttestation])
}
