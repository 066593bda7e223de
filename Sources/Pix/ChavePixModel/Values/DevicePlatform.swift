import ChaveBase

/// What a device runs, as far as the bank must know: native apps send more risk signals than browsers.
public enum DevicePlatform: String, Hashable, Sendable, CaseIterable, Codable {
    /// An iPhone or iPad.
    case ios = "IOS"
    /// An Android device.
    case android = "ANDROID"
    /// A browser, or whatever is neither of the others.
    case browser = "BROWSER"

    /// The platform of that name in any case: the guides write both `IOS` and `ios`.
    public init?(caseInsensitive text: String) {
        self.init(rawValue: asciiUppercased(text))
    }

    /// Whether an app runs there, so that the signals required of native apps are.
    public var isNative: Bool { self != .browser }
}
