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
        // What is malformed comes first, then the certificates, and only then what is unsupported. Behind a type or scheme
        // that is not known there is no telling what is malformed.
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

    /// Section 8.3, verification procedure.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        guard let hash = TPMHash(algorithm) else { throw .statementUnsupported }
        let key = try CredentialPublicKey(chain.leaf.publicKey, for: algorithm)
        guard publicArea.isSameKey(as: registration.coseKey) else { throw .keyMismatch }
        guard certification.extraData == hash.digest(registration.signed) else { throw .nonceMismatch }
        guard certification.name == publicArea.name else { throw .nameMismatch }
        guard key.isValidSignature(signature, over: signed) else { throw .signatureInvalid }
        let manufacturer = try TPMCertificate.requireForm(of: chain.leaf)
        try chain.leaf.requireModel(registration.credential.aaguid)
        guard TPMManufacturer.isKnown(manufacturer) || !registration.policy.requiresKnownTPMManufacturer else {
            throw .manufacturerUnknown
        }
        return .certified(chain, provesModel: chain.leaf.namesModel)
    }
}
