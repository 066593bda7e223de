public import ChaveCredentialChain

/// A credential that counts: recorded, of a user who may sign in, with nothing revoked above it.
public struct CredentialHolder: Sendable {
    /// The chain as recorded, which may be one that overtook the one that was sent.
    public let chain: VerifiedChain
    public let credential: Loaded<RecordedCredential>
    public let user: Loaded<User>
    /// The credentials whose certificates stand above it in ``chain``, the nearest first.
    public let above: [Loaded<RecordedCredential>]
    /// Whether the device sent another chain than ``chain``, so that it should be told.
    public let isBehind: Bool

    /// Demands that all of it is still so when the change is stored: nobody revoked or suspended meanwhile.
    public func demand(in change: inout RecordChange) {
        change.require(user)
        change.require(credential)
        for one in above { change.require(one) }
    }
}
