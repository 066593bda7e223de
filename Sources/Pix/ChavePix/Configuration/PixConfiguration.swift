public import ChaveDeviceKeys
public import ChaveTransport
public import Dispatch

/// Everything that the client takes from outside, in one value.
///
/// `PixConfiguration.standard()` fills it with what the platform has; an app changes the members it cares about, a test
/// replaces all of them.
public struct PixConfiguration: Sendable {
    /// Gives a fresh access token, from the app's own server.
    ///
    /// A call that needs the token waits for it, until the call's own limit where it has one, as all waits for a bank have,
    /// until its task is cancelled or until the client is closed.
    public typealias TokenProvider = @Sendable () async throws -> String

    /// The server.
    ///
    /// Without one, the variable `CHAVE_BASE_URL` counts, then `ChaveBaseURL` of the app's Info.plist, then the issuer that
    /// the access token names.
    public var baseURL: BaseURL?
    /// Asked for the first token when none was given, and for another when the server finds one expired.
    ///
    /// It must not need the thread or actor on which a blocking call of `BiometricPixSDK` waits for it.
    public var tokenProvider: TokenProvider?
    /// Shared by all clients made from this value; a client that is closed ends its own calls and leaves the transport open.
    public var transport: any HTTPTransport
    /// What makes and uses this device's credentials, and asks the person.
    public var authenticator: any PlatformAuthenticator
    /// Where the device's own values and unanswered requests are kept sealed.
    public var secretStore: any SecretStore
    /// Where the risk signals come from.
    public var signalCollector: any SignalCollector
    /// The time and the waiting, passed in so that a test of minutes takes none.
    public var clock: DeviceClock
    /// How long each wait lasts and how often it asks.
    public var polling: PollPolicy
    /// How calls that are safe to repeat are repeated.
    public var retries: RetryPolicy
    /// For one call; with `Prefer: wait=N` ten seconds more than N.
    ///
    /// From 1 ms to a day; another value becomes the nearest of these when it is set.
    public var callTimeoutMilliseconds: Int64 {
        didSet { callTimeoutMilliseconds = PixConfiguration.callTimeouts.nearest(to: callTimeoutMilliseconds) }
    }
    /// Bytes that nobody can guess.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// Where `BiometricPixSDK` calls back; a private queue when there is none.
    ///
    /// With `.main`, callbacks may touch the user interface, which stands still during the blocking calls they make.
    public var callbackQueue: DispatchQueue?
    /// Told of each step's start, end and failure, on the thread where it happens.
    public var observer: (@Sendable (PixEvent) -> Void)?

    /// Everything by hand, as a test does it; an app starts from `PixConfiguration.standard` where it can.
    public init(
        baseURL: BaseURL? = nil,
        tokenProvider: TokenProvider? = nil,
        transport: any HTTPTransport,
        authenticator: any PlatformAuthenticator,
        secretStore: any SecretStore,
        signalCollector: any SignalCollector,
        clock: DeviceClock = .system,
        polling: PollPolicy = PollPolicy(),
        retries: RetryPolicy = RetryPolicy(),
        callTimeoutMilliseconds: Int64 = 20_000,
        random: @escaping @Sendable (_ count: Int) -> [UInt8] = PixConfiguration.systemRandom,
        observer: (@Sendable (PixEvent) -> Void)? = nil
    ) {
        self.baseURL = baseURL
        self.tokenProvider = tokenProvider
        self.transport = transport
        self.authenticator = authenticator
        self.secretStore = secretStore
        self.signalCollector = signalCollector
        self.clock = clock
        self.polling = polling
        self.retries = retries
        self.callTimeoutMilliseconds = PixConfiguration.callTimeouts.nearest(to: callTimeoutMilliseconds)
        self.random = random
        self.observer = observer
    }

    private static let callTimeouts: ClosedRange<Int64> = 1...86_400_000

    /// The operating system's generator.
    public static let systemRandom: @Sendable (_ count: Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
