internal import ChaveWire
internal import X509

/// The format `android-key` (WebAuthn Level 3, section 8.4): the credential's own key signs, and a certificate that the
/// device made for it says how it is kept.
///
///     { "alg": COSE algorithm, "sig": bytes, "x5c": certificates }
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

    /// Section 8.4, verification procedure.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: algorithm)
        try requireCredentialKey(registration)
        let description = try requireChallenge(registration)
        try requireSignature(by: key, registration)
        try requireUse(description, registration.policy.androidKeyProof)
        return .certified(chain, provesModel: false)
    }

    /// Section 8.4: the certificate is one for the credential's key.
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
