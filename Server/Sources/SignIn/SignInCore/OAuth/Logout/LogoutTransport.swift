public import SignInModel

/// Sends logout tokens to clients.
public protocol LogoutTransport: Sendable {
    /// Posts a form to a client's address once, and returns whether the client accepted it with a status of 200 to 299.
    ///
    /// The call returns within half a minute. It follows no redirect and connects to no address of a private network.
    func post(_ form: [UInt8], to address: String, of tenant: TenantID) async -> Bool
}

/// The result of one round of telling clients.
public struct LogoutRound: Hashable, Sendable {
    /// A client whose last try has failed.
    public struct GivenUp: Hashable, Sendable {
        public var tenant: TenantID
        public var client: String
    }

    public var told = 0
    public var failed = 0
    public var givenUp: [GivenUp] = []
    /// Whether more work is due than one round does.
    public var isCutShort = false
}
