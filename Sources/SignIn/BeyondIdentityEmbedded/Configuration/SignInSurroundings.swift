public import ChaveDeviceKeys
public import ChaveTransport
public import Dispatch

/// All surroundings of the SDK in one value.
///
/// `SignInSurroundings.standard()` fills it with the platform's parts; a test replaces all of them.
public struct SignInSurroundings: Sendable {
    /// The transport, which other code may share; the SDK does not close it.
    public var transport: any HTTPTransport
    /// The keys of this device's credentials.
    public var keys: any DeviceSigningKeys
    /// The sealed store of the credentials themselves.
    public var store: any SecretStore
    /// The time and the waiting, which a test can replace so that minutes take no time.
    public var clock: DeviceClock
    /// The policy for retries of calls that are safe to repeat.
    public var retries: RetryPolicy
    /// The timeout of one call in milliseconds; a held call has at least ten seconds more than the server may hold it.
    public var callTimeoutMilliseconds: Int64
    /// A source of bytes that nobody can guess.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// The name of this device in the user's list of devices, and on the device that approves it.
    ///
    /// When the name is empty, the SDK asks the system as soon as it needs the name: a phone gives its name on the main
    /// actor only.
    public var deviceName: String
    /// Draws a text as a QR code; without a result, the statuses of an extension carry no code.
    public var qrCode: @Sendable (_ text: String) -> QRCode?
    /// The queue for the callbacks and the logger; by default the main queue.
    public var callbackQueue: DispatchQueue
    /// The system's name for this device, for an empty `deviceName`.
    package var systemDeviceName: @Sendable () async -> String = { "" }
    /// The SDK's own sheets, for an app that has set no handler.
    ///
    /// `nil` when the platform has no windows, or when the app made the surroundings itself.
    var pairingDesk: PairingDesk?
    /// The language of the SDK's texts for the person.
    package var language = SpokenLanguage.device
    /// The value of an environment variable, else of a property of the app's Info.plist.
    package var addressNamed: @Sendable (_ variable: String, _ property: String) -> String?

    /// Creates surroundings from parts, as a test does.
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

    /// The device's name in the form that the server accepts; never empty.
    func shownDeviceName() async -> String {
        PrintableText.deviceName(deviceName.isEmpty ? await systemDeviceName() : deviceName)
    }

    /// The operating system's generator.
    public static let systemRandom: @Sendable (_ count: Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
