internal import ChaveWire
internal import X509

/// The format `packed` (WebAuthn Level 3, section 8.2).
///
///     { "alg": COSE algorithm, "sig": bytes }                        the credential's own key signs
///     { "alg": COSE algorithm, "sig": bytes, "x5c": certificates }   the first certificate's key signs
struct PackedAttestation {
    private let algorithm: COSEAlgorithm
    private let signature: [UInt8]
    private let chain: CertificateChain?

    init(_ statement: CBORValue) throws(AttestationRefusal) {
        guard let number = statement["alg"]?.int64, let signature = statement["sig"]?.bytes else {
            throw .statementMalformed
        }
        let x5c = statement["x5c"]
        guard statement.map?.count == (x5c == nil ? 2 : 3) else { throw .statementMalformed }
        algorithm = COSEAlgorithm(rawValue: number)
        self.signature = signature
        if let x5c {
            chain = try CertificateChain(x5c)
        } else {
            chain = nil
        }
    }

    /// Runs the verification procedure of section 8.2.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        guard let chain else {
            try requireSelfSignature(registration)
            return .selfSigned
        }
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: algorithm)
        guard key.isValidSignature(signature, over: registration.signed) else { throw .signatureInvalid }
        try PackedCertificate.requireForm(of: chain.leaf)
        try chain.leaf.requireModel(registration.credential.aaguid)
        return .certified(chain, provesModel: true)
    }

    private func requireSelfSignature(_ registration: AttestedRegistration) throws(AttestationRefusal) {
        guard algorithm == registration.coseKey.algorithm else { throw .algorithmMismatch }
        guard registration.publicKey.isValidSignature(signature, over: registration.signed) else {
            throw .signatureInvalid
        }
    }
}
