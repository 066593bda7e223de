/// Which attestations a relying party accepts.
public struct AttestationPolicy: Hashable, Sendable {
    /// Which models of authenticator are accepted, by AAGUID.
    public enum Models: Hashable, Sendable {
        /// Every model, also one that is not named.
        case any
        /// These AAGUIDs and no others.
        case only(Set<[UInt8]>)
        /// All but these AAGUIDs.
        case except(Set<[UInt8]>)
    }

    /// What a statement may prove.
    public var acceptedTypes: Set<AttestationType>
    /// The formats that are read.
    public var acceptedFormats: Set<AttestationFormat>
    /// Where chains of certificates must lead; with `nil` they are read, and none is trusted beyond its own signature.
    public var trust: AttestationTrust?
    /// A list counts only with a verified chain that proves the model; where there is a list, any other attestation is
    /// refused.
    ///
    /// Such are chains in the format `packed`, and those in the format `tpm` whose certificate names the model. Everywhere
    /// else, in `apple`, `android-key` and `fido-u2f` always, the model is only what the client's software says, however
    /// good the chain is.
    public var models: Models
    /// Whether a registration in the format `fido-u2f` must name the model zero, as U2F keys have none.
    ///
    /// Level 3 does not ask for it, and one of its own vectors names another.
    public var requiresZeroModelInU2F: Bool
    /// Whether a TPM's certificate must name a maker of the TCG's registry.
    ///
    /// Level 3 does not say so, and its own vector names none.
    public var requiresKnownTPMManufacturer: Bool
    /// Who must say of an Android key that it was made on the device and only signs.
    ///
    /// `anchored` asks for a word of either list. The initialiser does not unless it is told to.
    public var androidKeyProof: AndroidKeyProof

    /// A policy by hand; the defaults read everything and trust nothing.
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

    /// Every format is read and must be correct; nothing of what is attested is trusted.
    public static let unanchored = AttestationPolicy(acceptedTypes: [.none, .selfAttestation, .unanchored])

    /// For relying parties that want no certificates.
    public static let noneOrSelf = AttestationPolicy(acceptedTypes: [.none, .selfAttestation])

    /// Only attestations whose certificates lead to an anchor; those of Android keys must say how the key is used.
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
    /// Steps 23 and 24 of 7.1: what the evidence is worth.
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
    /// Whether the model is proven, if the chain leads to an anchor.
    fileprivate var provesModel: Bool {
        guard case .certified(_, let provesModel) = self else { return false }
        return provesModel
    }
}
