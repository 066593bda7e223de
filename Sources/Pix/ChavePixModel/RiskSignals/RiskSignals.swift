public import ChaveBase
public import ChaveWire

/// What a device says of itself when it asks for an enrollment or approves a payment (Open Finance Brasil, `riskSignals`).
///
/// The names of the JSON members are Open Finance's, in camel case. The description is redacted: the signals say where a
/// person is.
public struct RiskSignals: Hashable, Sendable, Redacted {
    /// Names the device to the platform, stable per app and device.
    public var deviceId: String
    /// The system's version, such as `17.5.1`.
    public var osVersion: String
    /// `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// Two letters of ISO 639-1.
    public var language: String
    /// The pixels that the app covers.
    public var screenDimensions: ScreenDimensions
    /// The day on which the customer registered with the merchant.
    public var accountTenure: CalendarDate
    /// Required of native apps.
    public var isRootedDevice: Bool?
    /// Required of native apps: 0 to 1 on iOS, about 0 to 255 on Android.
    public var screenBrightness: JSONNumber?
    /// Required of native apps, in milliseconds.
    public var elapsedTimeSinceBoot: Int64?
    /// Left out when there is no fix or the person said no.
    public var geolocation: Geolocation?
    /// Whether a call is under way, as the system tells; `nil` where it does not.
    public var isCallInProgress: Bool?
    /// Whether the system is set for developers; `nil` where no app can tell.
    public var isDevModeEnabled: Bool?
    /// Required beside a geolocation that the device measured.
    public var isMockGPS: Bool?
    /// Whether the app runs in a simulator; `nil` where it cannot be told.
    public var isEmulated: Bool?
    /// Whether a test robot works the screen: Android's word; `nil` on other systems.
    public var isMonkeyRunner: Bool?
    /// Whether power is supplied; `nil` where the system does not tell.
    public var isCharging: Bool?
    /// The mobile network, where the system lets an app read it; `nil` on iOS.
    public var antennaInformation: String?
    /// Whether a cable connects the device to a computer; `nil` where the system does not tell.
    public var isUsbConnected: Bool?
    /// What the platform's maker says of app and device; `nil` when that cannot be had.
    public var integrity: Integrity?

    /// The signals that every platform sends; the others are set afterwards.
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

        /// Both in pixels.
        public init(height: Int64, width: Int64) {
            self.height = height
            self.width = width
        }
    }

    /// Where the device is, in degrees; none of the members is required.
    public struct Geolocation: Hashable, Sendable, Redacted {
        /// Degrees north of the equator.
        public var latitude: JSONNumber?
        /// Degrees east of Greenwich.
        public var longitude: JSONNumber?
        /// How well it is known.
        public var type: GeolocationType?

        /// Both in degrees, with how well they are known.
        public init(latitude: JSONNumber?, longitude: JSONNumber?, type: GeolocationType?) {
            self.latitude = latitude
            self.longitude = longitude
            self.type = type
        }
    }

    /// How well a place is known.
    public enum GeolocationType: String, Hashable, Sendable, CaseIterable, Codable {
        /// About where: the person allows no more.
        case coarse = "COARSE"
        /// Measured as well as the device can.
        case fine = "FINE"
        /// Not measured: concluded from something else.
        case inferred = "INFERRED"
    }

    /// What the platform's maker says about app and device.
    public struct Integrity: Hashable, Sendable, Codable {
        /// The maker's word on the app.
        public var appRecognitionVerdict: String?
        /// The maker's word on the device.
        public var deviceRecognitionVerdict: String?

        /// Both as the platform's maker words them.
        public init(appRecognitionVerdict: String?, deviceRecognitionVerdict: String?) {
            self.appRecognitionVerdict = appRecognitionVerdict
            self.deviceRecognitionVerdict = deviceRecognitionVerdict
        }
    }
}
