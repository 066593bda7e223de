/// What an attestation says of where the key lives (WebAuthn Level 3, section 6.5.3).
public enum AttestationType: String, Hashable, Sendable, CaseIterable {
    /// Nothing is attested.
    case none
    /// The credential's own key signed: possession is proven, the authenticator's model is not.
    case selfAttestation = "self"
    /// The key of a certificate signed, but anyone can make such a certificate: there were no anchors to look for.
    case unanchored
    /// The key of a certificate signed whose chain leads to an anchor of the policy.
    case anchored
}
