/// The attestations that a relying party accepts.
public struct AttestationPolicy: Hashable, Sendable {
    /// The models of authenticator that are accepted, by AAGUID.
    public enum Models: Hashable, Sendable {
        /// Every model, also an unnamed one.
        case any
        /// These AAGUIDs and no others.
        case only(Set<[UInt8]>)
        /// All but these AAGUIDs.
        case except(Set<[UInt8]>)
    }

    /// The accepted attestation types.
    public var acceptedTypes: Set<AttestationType>
    /// The accepted formats.
    public var acceptedFormats: Set<AttestationFormat>
    /// The anchors that certificate chains must lead to.
    ///
    /// With `nil` the chains are read, and no certificate is trusted beyond its own signature.
    public var trust: AttestationTrust?
    /// The accepted models; a list accepts only attestations with a verified chain that proves the model.
    ///
    /// Two kinds of chain prove a model: chains in the format `packed`, and chains in `tpm` whose certificate names the
    /// model. In `apple`, `android-key` and `fido-u2f` the model is only a claim of the client's software, even with a
    /// valid chain.
    public var models: Models
    /// Whether a registration in the format `fido-u2f` must have the model zero, because U2F keys have no model.
    ///
    /// Level 3 does not require this, and one of its own test vectors names another model.
    public var requiresZeroModelInU2F: Bool
    /// Whether a TPM's certificate must name a manufacturer in the TCG's registry.
    ///
    /// Level 3 does not require this, and its own test vector names no registered manufacturer.
    public var requiresKnownTPMManufacturer: Bool
    /// The required proof that an Android key was made on the device and only signs.
    ///
    /// `anchored` requires the statement of either list. The initialiser requires none by default.
    public var androidKeyProof: AndroidKeyProof

    /// Creates a policy from its parts; the defaults accept every format and trust no certificate.
    public init(
        acceptedTypes: Set<AttestationType>,
        acceptedFormats: Set<AttestationFormat> = Set(AttestationFormat.allCases),
        trust: AttestationTrust? = nil,
        models: Models = .any,
        requiresZeroModelInU2F: Bool = false,
        requiresKnownTPMManufacturer: Bool = false,
        androidKeyProof: AndroidKeyProof = .silenceIsEnough
    ) {
        self.acceptedTypes = acceptedTypes
        self.acceptedFormats = acceptedFormats
        self.trust = trust
        self.models = models
        self.requiresZeroModelInU2F = requiresZeroModelInU2F
        self.requiresKnownTPMManufacturer = requiresKnownTPMManufacturer
        self.androidKeyProof = androidKeyProof
    }

    /// Accepts every correct statement in any format, and trusts none of its content.
    public static let unanchored = AttestationPolicy(acceptedTypes: [.none, .selfAttestation, .unanchored])

    /// Accepts no certificates: only `none` and self attestation.
    public static let noneOrSelf = AttestationPolicy(acceptedTypes: [.none, .selfAttestation])

    /// Accepts only attestations whose certificates lead to an anchor; an Android key must also state its use.
    public static func anchored(
        _ trust: AttestationTrust,
        formats: Set<AttestationFormat> = Set(AttestationFormat.allCases),
        models: Models = .any
    ) -> AttestationPolicy {
        AttestationPolicy(
            acceptedTypes: [.anchored],
            acceptedFormats: formats,
            trust: trust,
            models: models,
            androidKeyProof: .eitherList
        )
    }
}

extension AttestationPolicy {
    /// Steps 23 and 24 of 7.1: judges the evidence.
    func judge(
        _ evidence: AttestationEvidence,
        in format: AttestationFormat,
        aaguid: [UInt8]
    ) async throws(AttestationRefusal) -> AttestationType {
        let type = try await type(of: evidence, in: format)
        guard acceptedTypes.contains(type) else { throw .typeNotAccepted }
        guard accepts(model: aaguid, isProven: type == .anchored && evidence.provesModel) else {
            throw .modelNotAccepted
        }
        return type
    }

    private func type(
        of evidence: AttestationEvidence,
        in format: AttestationFormat
    ) async throws(AttestationRefusal) -> AttestationType {
        switch evidence {
        case .none: return .none
        case .selfSigned: return .selfAttestation
        case .certified(let chain, _):
            guard let trust else { return .unanchored }
            guard await trust.leads(to: chain, in: format) else { throw .chainNotTrusted }
            return .anchored
        }
    }

    private func accepts(model: [UInt8], isProven: Bool) -> Bool {
        switch models {
        case .any: true
        case .only(let models): isProven && models.contains(model)
        case .except(let models): isProven && !models.contains(model)
        }
    }
}

extension AttestationEvidence {
    /// Whether a chain that leads to an anchor proves the model.
    fileprivate var provesModel: Bool {
        guard case .certified(_, let provesModel) = self else { return false }
        return provesModel
    }
}
