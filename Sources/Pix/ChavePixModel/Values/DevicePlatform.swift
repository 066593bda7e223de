import ChaveBase

/// The platform of a device, as the bank must know it: native apps send more risk signals than browsers.
public enum DevicePlatform: String, Hashable, Sendable, CaseIterable, Codable {
    /// An iPhone or iPad.
    case ios = "IOS"
    /// An Android device.
    case android = "ANDROID"
    /// A browser, or any other platform.
    case browser = "BROWSER"

    /// The platform of that name, in upper or lower case: the guides write both `IOS` and `ios`.
    public init?(caseInsensitive text: String) {
        self.init(rawValue: asciiUppercased(text))
    }

    /// Whether the platform runs native apps, which must send more signals.
    public var isNative: Bool { self != .browser }
}
