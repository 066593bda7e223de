import ChaveWebAuthn

/// One check of a ceremony, in the order of its procedure.
///
/// A procedure reports the first of several faults. Every check before a refusal therefore passed, and no check after
/// it was made.
public struct CeremonyCheck: Sendable, Hashable {
    /// The refusal of a ceremony that fails this check, such as `challenge_mismatch`.
    public let refusal: String
    /// The source of the check: `WebAuthn Level 3, 7.2 step 11`.
    public let step: String

    /// The checks of a registration; an attestation's checks of one step count as one.
    public static let registration: [CeremonyCheck] =
        RegistrationRefusal.allCases
        // A request cannot ask for this check: deployed clients make objects that fail it.
        .filter { $0 != .attestationObjectNotCanonical }
        .map { CeremonyCheck(refusal: $0.rawValue, step: $0.specificationStep) }

    /// The checks of an authentication.
    public static let authentication: [CeremonyCheck] =
        AuthenticationRefusal.allCases
        // A request cannot ask for this check: the user is known before the ceremony.
        .filter { $0 != .userHandleMissing }
        .map { CeremonyCheck(refusal: $0.rawValue, step: $0.specificationStep) }

    /// Whether a verdict with that refusal failed this check; a refusal of an attestation has a more precise name.
    public func isFailed(by refusal: String) -> Bool {
        let attestation = AttestationRefusal.allCases.first { $0.rawValue.utf8.elementsEqual(refusal.utf8) }
        return (attestation?.registrationRefusal.rawValue ?? refusal).utf8.elementsEqual(self.refusal.utf8)
    }
}
