/// What must say of an Android key that it was made on the device and only signs (WebAuthn Level 3, section 8.4).
///
/// What contradicts either is refused at every level, in both lists of authorizations; so is a key of all applications.
public enum AndroidKeyProof: Hashable, Sendable, CaseIterable {
    /// Nothing: lists that are silent contradict nothing.
    ///
    /// Section 8.4 asks for more, but the vector of Level 3 has empty lists.
    case silenceIsEnough
    /// The list of the device's software or that of its hardware, as section 8.4 asks for at least.
    case eitherList
    /// The list of the hardware, in an attestation that the hardware made itself.
    case hardware
}
