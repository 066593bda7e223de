public import Crypto

/// Says whose credential a chain of certificates is, in two steps with the signature's check between them.
///
/// Certificates are DER, leaf first, root last.
public protocol CredentialResolving: Sendable {
    /// The leaf's key, where path, names and validity hold up to a root of the tenant; asks nothing that is recorded.
    func leafKey(of certificates: [[UInt8]], tenant: TenantID) async throws -> P256.Signing.PublicKey?

    /// Whose it is; only for whoever has seen a signature by the leaf's key, since what it refuses tells what is stored.
    ///
    /// - Throws: `invalid_grant` where it is not recorded; 403 `access_denied` with `credential_state` where person or
    ///   device do not count any more.
    func signer(of certificates: [[UInt8]], tenant: TenantID) async throws -> ProofSigner
}

/// Who signed a proof.
public struct ProofSigner: Hashable, Sendable {
    public var user: String
    public var credential: String

    public init(user: String, credential: String) {
        self.user = user
        self.credential = credential
    }
}
