/// Which attestations a relying party accepts.
public struct AttestationPolicy: Hashable, Sendable {
    /// Which models of authenticator are accepted, by AAGUID.
    public enum Models: Hashable, Sendable {
        case any
        case only(Set<[UInt8]>)
        case except(Set<[UInt8]>)
    }

    public var acceptedTypes: Set<AttestationType>
    public var acceptedFormats: Set<AttestationFormat>
    /// Where chains of certificates must lead; with `nil` they are read, and none is trusted beyond its own signature.
    public var trust: AttestationTrust?
    /// A list counts only with a verified chain and a signed model: where there is one, any other attestation is refused,
    /// and U2F keys are.
    public var models: Models
    /// Whether a registration in the format `fido-u2f` must name the model zero, as U2F keys have none.
    ///
    /// Level 3 does not ask for it, and one of its own vectors names another.
    public var requiresZeroModelInU2F: Bool

    public init(
        acceptedTypes: Set<AttestationType>,
        acceptedFormats: Set<AttestationFormat> = Set(AttestationFormat.allCases),
        trust: AttestationTrust? = nil,
        models: Models = .any,
        requiresZeroModelInU2F: Bool = false
    ) {
        self.acceptedTypes = acceptedTypes
        self.acceptedFormats = acceptedFormats
        self.trust = trust
        self.models = models
        self.requiresZeroModelInU2F = requiresZeroModelInU2F
    }

    /// Every format is read and must be correct; nothing of what is attested is trusted.
    public static let unanchored = AttestationPolicy(acceptedTypes: [.none, .selfAttestation, .unanchored])

    /// For relying parties that want no certificates.
    public static let noneOrSelf = AttestationPolicy(acceptedTypes: [.none, .selfAttestation])

    /// Only attestations whose certificates lead to an anchor.
    public static func anchored(
        _ trust: AttestationTrust,
        formats: Set<AttestationFormat> = Set(AttestationFormat.allCases),
        models: Models = .any
    ) -> AttestationPolicy {
        AttestationPolicy(acceptedTypes: [.anchored], acceptedFormats: formats, trust: trust, models: models)
    }
}

extension AttestationPolicy {
    /// Steps 23 and 24 of 7.1: what the evidence is worth.
    func judge(
        _ evidence: AttestationEvidence,
        of format: AttestationFormat,
        aaguid: [UInt8]
    ) async throws(AttestationRefusal) -> AttestationType {
        let type = try await type(of: evidence)
        guard acceptedTypes.contains(type) else { throw .typeNotAccepted }
        try requireAcceptedModel(aaguid, type, format)
        return type
    }

    private func type(of evidence: AttestationEvidence) async throws(AttestationRefusal) -> AttestationType {
        switch evidence {
        case .none: return .none
        case .selfSigned: return .selfAttestation
        case .certified(let chain):
            guard let trust else { return .unanchored }
            guard await trust.leads(to: chain) else { throw .chainNotTrusted }
            return .anchored
        }
    }

    private func requireAcceptedModel(
        _ aaguid: [UInt8],
        _ type: AttestationType,
        _ format: AttestationFormat
    ) throws(AttestationRefusal) {
        let isListed: Bool
        switch models {
        case .any: return
        case .only(let models): isListed = models.contains(aaguid)
        case .except(let models): isListed = !models.contains(aaguid)
        }
        // What a U2F key signs does not name its model, so that anybody can put one there.
        guard type == .anchored, isListed, format != .fidoU2F else { throw .modelNotAccepted }
    }
}
