internal import ChaveWire
internal import X509

/// The format `fido-u2f` (WebAuthn Level 3, section 8.6): the signature of a U2F key, translated by the client.
///
///     { "x5c": one certificate, "sig": bytes }
///
/// The signed bytes do not include the flags, the counter and the AAGUID of the authenticator data.
struct U2FAttestation {
    private let signature: [UInt8]
    private let chain: CertificateChain

    init(_ statement: CBORValue) throws(AttestationRefusal) {
        guard let signature = statement["sig"]?.bytes, let x5c = statement["x5c"], statement.map?.count == 2,
            x5c.array?.count == 1
        else { throw .statementMalformed }
        chain = try CertificateChain(x5c)
        self.signature = signature
    }

    /// Runs the verification procedure of section 8.6.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: .es256)
        let signed = try signedBytes(registration)
        guard key.isValidSignature(signature, over: signed) else { throw .signatureInvalid }
        try requireZeroModel(registration)
        return .certified(chain, provesModel: false)
    }

    /// Steps 4 and 5: a zero, the relying party, the client data, the credential id, and the key as a point of P-256.
    private func signedBytes(_ registration: AttestedRegistration) throws(AttestationRefusal) -> SignedBytes {
        guard case .ec2(_, .p256, let x, let y) = registration.coseKey else { throw .algorithmMismatch }
        let parts = [
            [0], registration.relyingPartyIDHash, Array(registration.clientDataHash),
            registration.credential.credentialID, [4], x, y,
        ]
        return SignedBytes(Array(parts.joined()))
    }

    /// Requires the model zero: a U2F key has no model, so only a client can have written one, and nothing signs it.
    private func requireZeroModel(_ registration: AttestedRegistration) throws(AttestationRefusal) {
        guard registration.policy.requiresZeroModelInU2F else { return }
        guard registration.credential.aaguid.allSatisfy({ $0 == 0 }) else { throw .modelNotZero }
    }
}
