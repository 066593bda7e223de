internal import ChaveWire
internal import X509

/// The format `tpm` (WebAuthn Level 3, section 8.3): a TPM certifies that it holds the credential's key.
///
///     { "ver": "2.0", "alg": COSE algorithm, "x5c": certificates, "sig": bytes,
///       "certInfo": TPMS_ATTEST, "pubArea": TPMT_PUBLIC }
struct TPMAttestation {
    private let algorithm: COSEAlgorithm
    private let signature: [UInt8]
    private let chain: CertificateChain
    private let signed: SignedBytes
    private let certification: TPMCertification
    private let publicArea: TPMPublicArea

    init(_ statement: CBORValue) throws(AttestationRefusal) {
        guard let version = statement["ver"]?.text, let number = statement["alg"]?.int64,
            let x5c = statement["x5c"], let signature = statement["sig"]?.bytes,
            let certInfo = statement["certInfo"]?.bytes, let pubArea = statement["pubArea"]?.bytes,
            statement.map?.count == 6
        else { throw .statementMalformed }
        certification = try TPMCertification(certInfo)
        // The checks run in this order: malformed parts, the certificates, and then unsupported parts. After an unknown
        // type or scheme, a malformed part cannot be recognised.
        let area = Result { () throws(AttestationRefusal) in try TPMPublicArea(pubArea) }
        if case .failure(.statementMalformed) = area { throw .statementMalformed }
        var chain = try CertificateChain(x5c)
        chain.verifiedOnLeaf = TPMCertificate.verifiedExtensions
        self.chain = chain
        guard isSame(version, "2.0") else { throw .statementUnsupported }
        publicArea = try area.get()
        algorithm = COSEAlgorithm(rawValue: number)
        self.signature = signature
        signed = SignedBytes(certInfo)
    }

    /// Runs the verification procedure of section 8.3.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        let hash = try requireHash()
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: algorithm)
        try requireCredentialKey(registration)
        try requireNonce(registration, hash)
        try requireName()
        try requireSignature(by: key)
        let manufacturer = try TPMCertificate.requireForm(of: chain.leaf)
        try chain.leaf.requireModel(registration.credential.aaguid)
        try requireAccepted(manufacturer, registration.policy)
        return .certified(chain, provesModel: chain.leaf.namesModel)
    }

    /// Section 8.3: the hash of the attested data is the hash of `alg`.
    private func requireHash() throws(AttestationRefusal) -> TPMHash {
        guard let hash = TPMHash(algorithm) else { throw .statementUnsupported }
        return hash
    }

    /// Section 8.3: the key in `pubArea` is the credential's.
    private func requireCredentialKey(_ registration: AttestedRegistration) throws(AttestationRefusal) {
        guard publicArea.isSameKey(as: registration.coseKey) else { throw .keyMismatch }
    }

    /// Section 8.3: `extraData` is the hash of authenticator data and client data.
    private func requireNonce(_ registration: AttestedRegistration, _ hash: TPMHash) throws(AttestationRefusal) {
        guard certification.extraData == hash.digest(registration.signed) else { throw .nonceMismatch }
    }

    /// Section 8.3: the certified key has the name of `pubArea`.
    private func requireName() throws(AttestationRefusal) {
        guard certification.name == publicArea.name else { throw .nameMismatch }
    }

    /// Section 8.3: the certificate's key signed `certInfo`.
    private func requireSignature(by key: CredentialPublicKey) throws(AttestationRefusal) {
        guard key.isValidSignature(signature, over: signed) else { throw .signatureInvalid }
    }

    /// Section 8.3.1 requires the manufacturer's name; only the policy requires a known one.
    private func requireAccepted(
        _ manufacturer: String,
        _ policy: AttestationPolicy
    ) throws(AttestationRefusal) {
        guard policy.requiresKnownTPMManufacturer else { return }
        guard TPMManufacturer.isKnown(manufacturer) else { throw .manufacturerUnknown }
    }
}
