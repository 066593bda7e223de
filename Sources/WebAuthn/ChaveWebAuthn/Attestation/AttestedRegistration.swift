internal import ChaveWire
internal import Crypto

/// The input of a format's procedure: the statement, and the registration that it attests.
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

    /// The bytes that most formats sign.
    var signed: SignedBytes {
        SignedBytes(authenticatorData: authenticatorData, clientDataHash: clientDataHash)
    }
}

/// The evidence of a statement that passed the procedure of its format.
enum AttestationEvidence {
    case none
    case selfSigned
    /// A key of these certificates signed; whether they lead to an anchor is not known yet.
    ///
    /// A chain to an anchor proves the model in two cases: the certificate names the model, or the key is the
    /// authenticator's own. In both, only the authenticator can have named the model. Only `packed` and `tpm` can prove
    /// one.
    case certified(CertificateChain, provesModel: Bool)
}
