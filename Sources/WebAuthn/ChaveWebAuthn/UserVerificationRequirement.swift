/// Whether the person must have been verified, by finger, face or PIN (WebAuthn Level 3, section 5.8.6).
///
/// Only `required` makes a procedure refuse; the other two values are only wishes to the client.
public enum UserVerificationRequirement: String, Hashable, Sendable, CaseIterable {
    /// A ceremony without verification is refused.
    case required
    /// The client is asked for verification, and its absence is accepted.
    case preferred
    /// The client is not asked for verification.
    case discouraged
}
