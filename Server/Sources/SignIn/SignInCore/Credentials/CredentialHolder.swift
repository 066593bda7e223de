public import ChaveCredentialChain
public import SignInModel

/// A credential that counts: it is recorded, its user may sign in, and no credential above it is revoked.
public struct CredentialHolder: Sendable {
    /// The recorded chain, which may be newer than the chain that the device sent.
    public let chain: VerifiedChain
    public let credential: Loaded<RecordedCredential>
    public let user: Loaded<User>
    /// The credentials whose certificates are above this one in ``chain``, the nearest first.
    public let above: [Loaded<RecordedCredential>]
    /// Whether the device sent another chain than ``chain``, so that it must get the new one.
    public let isBehind: Bool

    /// Demands that nothing of this changes before the commit: no revocation and no suspension.
    public func demand(in change: inout RecordChange) {
        change.require(user)
        change.require(credential)
        for one in above { change.require(one) }
    }
}
