/// Why a registration is refused, and where it is for its attestation, why that is.
public struct ExplainedRegistrationRefusal: Error, Hashable, Sendable {
    /// The step that refused.
    public let refusal: RegistrationRefusal
    /// `nil` when the registration is not refused for its attestation.
    public let attestation: AttestationRefusal?

    init(_ refusal: RegistrationRefusal) {
        self.refusal = refusal
        attestation = nil
    }

    init(_ attestation: AttestationRefusal) {
        refusal = attestation.registrationRefusal
        self.attestation = attestation
    }

    /// The name that is stable, the more precise one where there are two.
    public var name: String { attestation?.rawValue ?? refusal.rawValue }

    /// The step of the specification that asks for the check.
    public var specificationStep: String { attestation?.specificationStep ?? refusal.specificationStep }
}
