/// The client that signs in, its server, and the surroundings that the SDK uses.
public struct SignInConfiguration: Sendable {
    /// The text that the person reads when the device asks for a finger, a face or a PIN.
    public var biometricAskPrompt: String
    /// The client's id from the tenant's server.
    public var clientID: String
    /// The server's address.
    public var domain: Domain
    /// One of the client's registered addresses, byte for byte.
    public var redirectURI: String
    /// Whether a registration replaces another user's credential; without this setting such a registration is an error.
    public var replacesOtherUsers = false
    /// The SDK's surroundings: transport, keys, store, clock.
    public var surroundings: SignInSurroundings

    /// Creates a configuration without checking it; the first call reports the faults.
    public init(
        biometricAskPrompt: String,
        clientID: String,
        domain: Domain = .us,
        redirectURI: String,
        surroundings: SignInSurroundings
    ) {
        self.biometricAskPrompt = biometricAskPrompt
        self.clientID = clientID
        self.domain = domain
        self.redirectURI = redirectURI
        self.surroundings = surroundings
    }
}
