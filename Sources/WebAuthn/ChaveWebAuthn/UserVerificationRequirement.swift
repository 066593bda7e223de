/// Whether the person must have been verified, by finger, face or PIN (WebAuthn Level 3, section 5.8.6).
///
/// Only `required` makes a procedure refuse; the other two were wishes to the client.
public enum UserVerificationRequirement: String, Hashable, Sendable, CaseIterable {
    /// Without it the ceremony is refused.
    case required
    /// It is asked for, and its absence taken.
    case preferred
    /// It is not asked for.
    case discouraged
}
