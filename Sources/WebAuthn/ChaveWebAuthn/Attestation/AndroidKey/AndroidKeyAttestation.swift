internal import ChaveWire
internal import X509

/// The format `android-key` (WebAuthn Level 3, section 8.4).
///
///     { "alg": COSE algorithm, "sig": bytes, "x5c": certificates }
///
/// The credential's own key signs. A certificate that the device made for the key describes how the device protects it.
struct AndroidKeyAttestation {
    private let algorithm: COSEAlgorithm
    private let signature: [UInt8]
    private let chain: CertificateChain

    init(_ statement: CBORValue) throws(AttestationRefusal) {
        guard let number = statement["alg"]?.int64, let signature = statement["sig"]?.bytes,
            let x5c = statement["x5c"], statement.map?.count == 3
        else { throw .statementMalformed }
        chain = try CertificateChain(x5c)
        algorithm = COSEAlgorithm(rawValue: number)
        self.signature = signature
    }

    /// Runs the verification procedure of section 8.4.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: algorithm)
        try requireCredentialKey(registration)
        let description = try requireChallenge(registration)
        try requireSignature(by: key, registration)
        try requireUse(description, registration.policy.androidKeyProof)
        return .certified(chain, provesModel: false)
    }

    /// Section 8.4: the certificate is for the credential's key.
    private func requireCredentialKey(_ registration: AttestedRegistration) throws(AttestationRefusal) {
        guard registration.publicKey.isKey(of: chain.leaf) else { throw .keyMismatch }
    }

    /// Section 8.4: `attestationChallenge` is the hash of the client data.
    private func requireChallenge(
        _ registration: AttestedRegistration
    ) throws(AttestationRefusal) -> AndroidKeyDescription {
        guard let description = AndroidKeyDescription(chain.leaf),
            description.challenge.elementsEqual(registration.clientDataHash)
        else { throw .nonceMismatch }
        return description
    }

    /// Section 8.4: the key signed authenticator data and client data.
    private func requireSignature(
        by key: CredentialPublicKey,
        _ registration: AttestedRegistration
    ) throws(AttestationRefusal) {
        guard key.isValidSignature(signature, over: registration.signed) else { throw .signatureInvalid }
    }

    /// Section 8.4: the key is one application's, made on the device, and for signing only.
    private func requireUse(
        _ description: AndroidKeyDescription,
        _ proof: AndroidKeyProof
    ) throws(AttestationRefusal) {
        let lists = [description.softwareEnforced, description.hardwareEnforced]
        guard lists.allSatisfy({ !$0.isForAllApplications && $0.isConsistentWithSigning }) else {
            throw .keyUseUnsuitable
        }
        guard isProven(description, lists, proof) else { throw .keyUseUnsuitable }
    }

    private func isProven(
        _ description: AndroidKeyDescription,
        _ lists: [AndroidAuthorizationList],
        _ proof: AndroidKeyProof
    ) -> Bool {
        switch proof {
        case .silenceIsEnough: true
        case .eitherList: lists.contains(where: \.saysMadeHere) && lists.contains(where: \.saysOnlyForSigning)
        case .hardware:
            description.isFromHardware && description.hardwareEnforced.saysMadeHere
                && description.hardwareEnforced.saysOnlyForSigning
        }
    }
}

/// The proof that an Android key was made on the device and only signs (WebAuthn Level 3, section 8.4).
///
/// A contradiction in either authorization list is refused at every level. A key of all applications is refused too.
public enum AndroidKeyProof: Hashable, Sendable, CaseIterable {
    /// No proof: lists without these fields contradict nothing.
    ///
    /// Section 8.4 requires more, but the test vector of Level 3 has empty lists.
    case silenceIsEnough
    /// The software's list or the hardware's list, which is the minimum of section 8.4.
    case eitherList
    /// The hardware's list, in an attestation that the hardware made itself.
    case hardware
}
