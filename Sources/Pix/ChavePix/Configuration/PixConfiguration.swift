public import ChaveDeviceKeys
public import ChaveTransport
public import Dispatch

/// Everything that the client gets from outside, in one value.
///
/// `PixConfiguration.standard()` fills it with the platform's parts. An app changes the members that matter to it; a
/// test replaces all of them.
public struct PixConfiguration: Sendable {
    /// Gives a fresh access token, from the app's own server.
    ///
    /// A call that needs the token waits for it. The wait ends at the call's own limit, when its task is cancelled, or
    /// when the client is closed. All waits for a bank have such a limit.
    public typealias TokenProvider = @Sendable () async throws -> String

    /// The server's address.
    ///
    /// Without an address, the client uses the variable `CHAVE_BASE_URL`, then `ChaveBaseURL` of the app's Info.plist,
    /// then the issuer in the access token.
    public var baseURL: BaseURL?
    /// The source of tokens: of the first one when the app gave none, and of another one when the server finds one
    /// expired.
    ///
    /// The provider must not need the thread or actor on which a blocking call of `BiometricPixSDK` waits for it.
    public var tokenProvider: TokenProvider?
    /// The transport, which all clients of this configuration share.
    ///
    /// A closed client ends its own calls and leaves the transport open.
    public var transport: any HTTPTransport
    /// The authenticator, which makes and uses this device's credentials and asks the person.
    public var authenticator: any PlatformAuthenticator
    /// The sealed store of the device's own values and of unanswered requests.
    public var secretStore: any SecretStore
    /// The source of the risk signals.
    public var signalCollector: any SignalCollector
    /// The clock, which tests replace so that a test of minutes takes no time.
    public var clock: DeviceClock
    /// The duration of each wait and the interval of its questions.
    public var polling: PollPolicy
    /// The retries of calls that are safe to repeat.
    public var retries: RetryPolicy
    /// The timeout of each try of a call; a try with `Prefer: wait=N` has at least N + 10 seconds.
    ///
    /// The range is 1 ms to a day; another value becomes the nearest of these when it is set.
    public var callTimeoutMilliseconds: Int64 {
        didSet { callTimeoutMilliseconds = PixConfiguration.callTimeouts.nearest(to: callTimeoutMilliseconds) }
    }
    /// The source of unpredictable bytes.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// The queue of `BiometricPixSDK`'s callbacks; `nil` for a private queue.
    ///
    /// With `.main`, callbacks may touch the user interface, which freezes during the blocking calls that they make.
    public var callbackQueue: DispatchQueue?
    /// The receiver of each step's start, end and failure, called on the thread where the step happens.
    public var observer: (@Sendable (PixEvent) -> Void)?

    /// A configuration with every part given, as in a test; an app starts from `PixConfiguration.standard` where
    /// possible.
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
