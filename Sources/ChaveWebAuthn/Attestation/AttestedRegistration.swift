internal import ChaveWire

/// What the procedure of a format reads: its statement, and what the statement is about.
struct AttestedRegistration {
    let statement: CBORValue
    let signed: SignedBytes
    let data: AuthenticatorData
    let credential: AttestedCredentialData
    let coseKey: COSEKey
    let publicKey: CredentialPublicKey
    let policy: AttestationPolicy
}

/// What is left to judge once a statement has passed the procedure of its format.
enum AttestationEvidence {
    case none
    case selfSigned
    /// A key that these certificates speak for signed; whether they lead to an anchor is not known yet.
    case certified(CertificateChain)
}
