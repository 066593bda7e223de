/// Why a registration is refused, with the attestation's own refusal when the attestation is the cause.
public struct ExplainedRegistrationRefusal: Error, Hashable, Sendable {
    /// The step that refused.
    public let refusal: RegistrationRefusal
    /// The attestation's refusal; `nil` when the attestation is not the cause.
    public let attestation: AttestationRefusal?

    init(_ refusal: RegistrationRefusal) {
        self.refusal = refusal
        attestation = nil
    }

    init(_ attestation: AttestationRefusal) {
        refusal = attestation.registrationRefusal
        self.attestation = attestation
    }

    /// The stable name of the refusal: the more precise one of the two.
    public var name: String { attestation?.rawValue ?? refusal.rawValue }

    /// The step of the specification that requires the check.
    public var specificationStep: String { attestation?.specificationStep ?? refusal.specificationStep }
}
