/// Which client signs in, where, and what it takes from outside.
public struct SignInConfiguration: Sendable {
    /// What the person reads when the device asks for a finger, a face or a PIN.
    public var biometricAskPrompt: String
    /// The client's id, as the tenant's server gave it.
    public var clientID: String
    /// Which server.
    public var domain: Domain
    /// One of the client's registered addresses, byte for byte.
    public var redirectURI: String
    /// Whether registering puts a credential in the place of another user's; without it that is an error.
    public var replacesOtherUsers = false
    /// Everything else from outside: transport, keys, store, clock.
    public var surroundings: SignInSurroundings

    /// Nothing is checked here; the first call says what is wrong.
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
