public import ChaveBase
public import ChaveWire

/// A device's signals for an enrollment or an approval of a payment (Open Finance Brasil, `riskSignals`).
///
/// The JSON members have Open Finance's names, in camel case. The description is redacted: the signals tell where a
/// person is.
public struct RiskSignals: Hashable, Sendable, Redacted {
    /// The device's id, stable per app and device.
    public var deviceId: String
    /// The system's version, such as `17.5.1`.
    public var osVersion: String
    /// The offset from UTC, `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// The language, two letters of ISO 639-1.
    public var language: String
    /// The pixels that the app covers.
    public var screenDimensions: ScreenDimensions
    /// The day on which the customer registered with the merchant.
    public var accountTenure: CalendarDate
    /// Whether the device is rooted or jailbroken; required of native apps.
    public var isRootedDevice: Bool?
    /// The brightness, 0 to 1 on iOS and about 0 to 255 on Android; required of native apps.
    public var screenBrightness: JSONNumber?
    /// The milliseconds since the device started; required of native apps.
    public var elapsedTimeSinceBoot: Int64?
    /// The device's place; `nil` without a location fix or after the person's refusal.
    public var geolocation: Geolocation?
    /// Whether a call is in progress; `nil` when the system does not tell.
    public var isCallInProgress: Bool?
    /// Whether developer mode is on; `nil` when no app can find out.
    public var isDevModeEnabled: Bool?
    /// Whether the place is simulated; required beside a geolocation that the device measured.
    public var isMockGPS: Bool?
    /// Whether the app runs in a simulator; `nil` when unknown.
    public var isEmulated: Bool?
    /// Whether a test tool drives the device: Android's term; `nil` on other systems.
    public var isMonkeyRunner: Bool?
    /// Whether the device has external power; `nil` when the system does not tell.
    public var isCharging: Bool?
    /// The mobile network, when the system lets an app read it; `nil` on iOS.
    public var antennaInformation: String?
    /// Whether a cable connects the device to a computer; `nil` when the system does not tell.
    public var isUsbConnected: Bool?
    /// The platform maker's verdict on app and device; `nil` when none is available.
    public var integrity: Integrity?

    /// The signals that every platform sends; the app sets the other signals afterwards.
    public init(
        deviceId: String,
        osVersion: String,
        userTimeZoneOffset: String,
        language: String,
        screenDimensions: ScreenDimensions,
        accountTenure: CalendarDate
    ) {
        self.deviceId = deviceId
        self.osVersion = osVersion
        self.userTimeZoneOffset = userTimeZoneOffset
        self.language = language
        self.screenDimensions = screenDimensions
        self.accountTenure = accountTenure
    }

    /// The pixels that the app covers.
    public struct ScreenDimensions: Hashable, Sendable, Codable {
        /// Pixels from top to bottom.
        public var height: Int64
        /// Pixels from left to right.
        public var width: Int64

        /// The dimensions, both in pixels.
        public init(height: Int64, width: Int64) {
            self.height = height
            self.width = width
        }
    }

    /// The device's place in degrees; no member is required.
    public struct Geolocation: Hashable, Sendable, Redacted {
        /// Degrees north of the equator.
        public var latitude: JSONNumber?
        /// Degrees east of Greenwich.
        public var longitude: JSONNumber?
        /// The quality of the place.
        public var type: GeolocationType?

        /// A place in degrees, with its quality.
        public init(latitude: JSONNumber?, longitude: JSONNumber?, type: GeolocationType?) {
            self.latitude = latitude
            self.longitude = longitude
            self.type = type
        }
    }

    /// The quality of a known place.
    public enum GeolocationType: String, Hashable, Sendable, CaseIterable, Codable {
        /// An approximate place: the person allows no more.
        case coarse = "COARSE"
        /// A place measured with the device's best accuracy.
        case fine = "FINE"
        /// A place inferred from other data, not measured.
        case inferred = "INFERRED"
    }

    /// The platform maker's verdict on app and device.
    public struct Integrity: Hashable, Sendable, Codable {
        /// The maker's verdict on the app.
        public var appRecognitionVerdict: String?
        /// The maker's verdict on the device.
        public var deviceRecognitionVerdict: String?

        /// A verdict with the maker's own texts.
        public init(appRecognitionVerdict: String?, deviceRecognitionVerdict: String?) {
            self.appRecognitionVerdict = appRecognitionVerdict
            self.deviceRecognitionVerdict = deviceRecognitionVerdict
        }
    }
}
