/// The type of an attestation: its evidence of where the key lives (WebAuthn Level 3, section 6.5.3).
public enum AttestationType: String, Hashable, Sendable, CaseIterable {
    /// Nothing is attested.
    case none
    /// The credential's own key signed: this proves possession, but not the authenticator's model.
    case selfAttestation = "self"
    /// A certificate's key signed, but anybody can make such a certificate: the policy has no anchors.
    case unanchored
    /// A certificate's key signed, and the certificate's chain leads to an anchor of the policy.
    case anchored
}
