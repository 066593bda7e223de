/// What carries logout tokens to clients.
public protocol LogoutTransport: Sendable {
    /// Posts a form to a client's address, once, and says whether it was taken: any status of 200 to 299.
    ///
    /// Returns within half a minute. It follows no redirect and dials no address of a private network.
    func post(_ form: [UInt8], to address: String, of tenant: TenantID) async -> Bool
}

/// What came of one round of telling clients.
public struct LogoutRound: Hashable, Sendable {
    /// A client that was tried for the last time.
    public struct GivenUp: Hashable, Sendable {
        public var tenant: TenantID
        public var client: String
    }

    public var told = 0
    public var failed = 0
    public var givenUp: [GivenUp] = []
    /// Whether there was more to do than one round takes.
    public var isCutShort = false
}
