import ChaveWebAuthn

/// One check of a ceremony, as its procedure makes them in order.
///
/// Of several faults the first is reported, so that before a refusal everything held, and after it nothing was looked at.
public struct CeremonyCheck: Sendable, Hashable {
    /// What a ceremony is refused with that does not pass, such as `challenge_mismatch`.
    public let refusal: String
    /// Who asks for it: `WebAuthn Level 3, 7.2 step 11`.
    public let step: String

    /// Those of a registration; an attestation's are taken together where they are one step.
    public static let registration: [CeremonyCheck] =
        RegistrationRefusal.allCases
        // Nobody can ask for it here: deployed clients make objects out of that form.
        .filter { $0 != .attestationObjectNotCanonical }
        .map { CeremonyCheck(refusal: $0.rawValue, step: $0.specificationStep) }

    /// Those of an authentication.
    public static let authentication: [CeremonyCheck] =
        AuthenticationRefusal.allCases
        // Nobody can ask for it here: who it is was known before.
        .filter { $0 != .userHandleMissing }
        .map { CeremonyCheck(refusal: $0.rawValue, step: $0.specificationStep) }

    /// Whether a verdict with that refusal failed this check; an attestation's has a more precise name.
    public func isFailed(by refusal: String) -> Bool {
        let attestation = AttestationRefusal.allCases.first { $0.rawValue.utf8.elementsEqual(refusal.utf8) }
        return (attestation?.registrationRefusal.rawValue ?? refusal).utf8.elementsEqual(self.refusal.utf8)
    }
}
