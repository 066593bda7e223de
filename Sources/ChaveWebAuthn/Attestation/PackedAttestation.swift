internal import ChaveWire

/// The format `packed` (WebAuthn Level 3, section 8.2), as far as the credential's own key signs.
///
///     { "alg": COSE algorithm, "sig": bytes }                        self attestation
///     { "alg": COSE algorithm, "sig": bytes, "x5c": certificates }   not supported
struct PackedAttestation {
    private let algorithm: COSEAlgorithm
    private let signature: [UInt8]

    init(_ statement: CBORValue) throws(RegistrationRefusal) {
        guard let number = statement["alg"]?.int64, let signature = statement["sig"]?.bytes else {
            throw .attestationStatementMalformed
        }
        guard statement["x5c"] == nil else { throw .attestationStatementUnsupported }
        guard statement.map?.count == 2 else { throw .attestationStatementMalformed }
        algorithm = COSEAlgorithm(rawValue: number)
        self.signature = signature
    }

    /// Section 8.2, verification procedure, the case without `x5c`.
    func requireSelfSignature(
        over signed: SignedBytes,
        by key: CredentialPublicKey,
        _ credentialAlgorithm: COSEAlgorithm
    ) throws(RegistrationRefusal) {
        guard algorithm == credentialAlgorithm else { throw .attestationAlgorithmMismatch }
        guard key.isValidSignature(signature, over: signed) else { throw .attestationSignatureInvalid }
    }
}
