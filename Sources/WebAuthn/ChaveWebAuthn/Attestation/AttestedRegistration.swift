internal import ChaveWire
internal import Crypto

/// What the procedure of a format reads: its statement, and what the statement is about.
struct AttestedRegistration {
    let statement: CBORValue
    /// The authenticator data, byte for byte as received.
    let authenticatorData: [UInt8]
    let clientDataHash: SHA256Digest
    let relyingPartyIDHash: [UInt8]
    let credential: AttestedCredentialData
    let coseKey: COSEKey
    let publicKey: CredentialPublicKey
    let policy: AttestationPolicy

    /// What most formats sign.
    var signed: SignedBytes {
        SignedBytes(authenticatorData: authenticatorData, clientDataHash: clientDataHash)
    }
}

/// What is left to judge once a statement has passed the procedure of its format.
enum AttestationEvidence {
    case none
    case selfSigned
    /// A key that these certificates speak for signed; whether they lead to an anchor is not known yet.
    ///
    /// The model is proven, if they do, where the certificate names it or the key is the authenticator's own: then nobody
    /// but the authenticator can have said which model it is. Only `packed` and `tpm` can prove one.
    case certified(CertificateChain, provesModel: Bool)
}
