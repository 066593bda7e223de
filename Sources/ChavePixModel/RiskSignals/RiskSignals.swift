public import ChaveWire

/// What a device says of itself when it asks for an enrollment or approves a payment (Open Finance Brasil, `riskSignals`).
///
/// The names of the JSON members are Open Finance's, in camel case. The description is redacted: the signals say where a
/// person is.
public struct RiskSignals: Hashable, Sendable, Redacted {
    /// Names the device to the platform, stable per app and device.
    public var deviceId: String
    public var osVersion: String
    /// `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// Two letters of ISO 639-1.
    public var language: String
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
    public var isCallInProgress: Bool?
    public var isDevModeEnabled: Bool?
    /// Required beside a geolocation that the device measured.
    public var isMockGPS: Bool?
    public var isEmulated: Bool?
    public var isMonkeyRunner: Bool?
    public var isCharging: Bool?
    public var antennaInformation: String?
    public var isUsbConnected: Bool?
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
        public var height: Int64
        public var width: Int64

        public init(height: Int64, width: Int64) {
            self.height = height
            self.width = width
        }
    }

    /// Where the device is, in degrees; none of the members is required.
    public struct Geolocation: Hashable, Sendable, Redacted {
        public var latitude: JSONNumber?
        public var longitude: JSONNumber?
        public var type: GeolocationType?

        public init(latitude: JSONNumber?, longitude: JSONNumber?, type: GeolocationType?) {
            self.latitude = latitude
            self.longitude = longitude
            self.type = type
        }
    }

    public enum GeolocationType: String, Hashable, Sendable, CaseIterable, Codable {
        case coarse = "COARSE"
        case fine = "FINE"
        case inferred = "INFERRED"
    }

    /// What the platform's maker says about app and device.
    public struct Integrity: Hashable, Sendable, Codable {
        public var appRecognitionVerdict: String?
        public var deviceRecognitionVerdict: String?

        public init(appRecognitionVerdict: String?, deviceRecognitionVerdict: String?) {
            self.appRecognitionVerdict = appRecognitionVerdict
            self.deviceRecognitionVerdict = deviceRecognitionVerdict
        }
    }
}
