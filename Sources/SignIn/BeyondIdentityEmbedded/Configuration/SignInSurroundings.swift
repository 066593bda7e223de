public import ChaveDeviceKeys
public import ChaveTransport
public import Dispatch

/// Everything that the SDK takes from outside, in one value.
///
/// `SignInSurroundings.standard()` fills it with what the platform has; a test replaces all of it.
public struct SignInSurroundings: Sendable {
    /// Shared with whoever else uses it; the SDK leaves it open.
    public var transport: any HTTPTransport
    /// The keys of this device's credentials.
    public var keys: any DeviceSigningKeys
    /// Where the credentials themselves are kept, sealed.
    public var store: any SecretStore
    /// The time and the waiting, passed in so that a test of minutes takes none.
    public var clock: DeviceClock
    /// How calls that are safe to repeat are repeated.
    public var retries: RetryPolicy
    /// For one call; a held one has ten seconds more than the server may hold it.
    public var callTimeoutMilliseconds: Int64
    /// Bytes that nobody can guess.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// What this device is called in the user's list of devices, and on the device that approves it.
    ///
    /// Where it is empty the system is asked when the name is needed: a phone tells its name on the main actor alone.
    public var deviceName: String
    /// Makes the picture of a text; where it gives none, the statuses of an extension have none.
    public var qrCode: @Sendable (_ text: String) -> QRCode?
    /// Where the callbacks and the logger are called; the main queue, unless set.
    public var callbackQueue: DispatchQueue
    /// The system's name for this device, for an empty `deviceName`.
    package var systemDeviceName: @Sendable () async -> String = { "" }
    /// What shows and asks where the app has set nothing; `nil` where the platform has no windows, or the app made all of this.
    var pairingDesk: PairingDesk?
    /// In which language the person is spoken to.
    package var language = SpokenLanguage.device
    /// The value of an environment variable, else of a property of the app's Info.plist.
    package var addressNamed: @Sendable (_ variable: String, _ property: String) -> String?

    /// Everything by hand, as a test does it.
    public init(
        transport: any HTTPTransport,
        keys: any DeviceSigningKeys,
        store: any SecretStore,
        clock: DeviceClock = .system,
        retries: RetryPolicy = RetryPolicy(),
        callTimeoutMilliseconds: Int64 = 20_000,
        random: @escaping @Sendable (_ count: Int) -> [UInt8] = SignInSurroundings.systemRandom,
        deviceName: String,
        qrCode: @escaping @Sendable (_ text: String) -> QRCode? = { _ in nil },
        callbackQueue: DispatchQueue = .main
    ) {
        self.transport = transport
        self.keys = keys
        self.store = store
        self.clock = clock
        self.retries = retries
        self.callTimeoutMilliseconds = min(max(callTimeoutMilliseconds, 1), 86_400_000)
        self.random = random
        self.deviceName = deviceName
        self.qrCode = qrCode
        self.callbackQueue = callbackQueue
        addressNamed = Domain.fromSurroundings
    }

    /// In the form that the server takes; never empty.
    func shownDeviceName() async -> String {
        PrintableText.deviceName(deviceName.isEmpty ? await systemDeviceName() : deviceName)
    }

    /// The operating system's generator.
    public static let systemRandom: @Sendable (_ count: Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
