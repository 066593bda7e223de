import ChaveBase
import ChavePix
import ChavePixModel
import ChaveWire

/// What the device says of itself, by Open Finance Brasil; encoded, it has the names that the API expects.
public struct RiskSignals: Codable, Hashable, Sendable {
    /// Keep it: enrollments are listed by it.
    public var deviceId: String
    /// The system's version, such as `17.5.1`.
    public var osVersion: String
    /// `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// Two letters of ISO 639-1.
    public var language: String
    /// The pixels that the app covers.
    public var screenDimensions: ScreenDimensions
    /// `YYYY-MM-DD`.
    public var accountTenure: String
    /// Whether the system's own protection seems to be off; always sent by native apps.
    public var isRootedDevice: Bool?
    /// From 0 to 1; always sent by native apps.
    public var screenBrightness: Double?
    /// In milliseconds.
    public var elapsedTimeSinceBoot: Int64?
    /// The last fix; `nil` when there is none, or the person said no.
    public var geolocation: Geolocation?
    /// Whether a call is under way, as the system tells; `nil` where it does not.
    public var isCallInProgress: Bool?
    /// Whether the system is set for developers; `nil` where no app can tell.
    public var isDevModeEnabled: Bool?
    /// Whether the place is a simulated one; sent beside a place that was measured.
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

    /// The pixels that the app covers.
    public struct ScreenDimensions: Codable, Hashable, Sendable {
        /// Pixels from top to bottom.
        public var height: Int64
        /// Pixels from left to right.
        public var width: Int64
    }

    /// Where the device is, in degrees.
    public struct Geolocation: Codable, Hashable, Sendable {
        /// Degrees north of the equator.
        public var latitude: Double?
        /// Degrees east of Greenwich.
        public var longitude: Double?
        /// `COARSE`, `FINE` or `INFERRED`.
        public var type: String?
    }

    /// What the platform's maker says about app and device.
    public struct Integrity: Codable, Hashable, Sendable {
        /// The maker's word on the app.
        public var appRecognitionVerdict: String?
        /// The maker's word on the device.
        public var deviceRecognitionVerdict: String?
    }

    init(_ signals: ChavePixModel.RiskSignals) {
        deviceId = signals.deviceId
        osVersion = signals.osVersion
        userTimeZoneOffset = signals.userTimeZoneOffset
        language = signals.language
        screenDimensions = ScreenDimensions(
            height: signals.screenDimensions.height,
            width: signals.screenDimensions.width
        )
        accountTenure = signals.accountTenure.iso
        isRootedDevice = signals.isRootedDevice
        screenBrightness = signals.screenBrightness?.double
        elapsedTimeSinceBoot = signals.elapsedTimeSinceBoot
        geolocation = signals.geolocation.map {
            Geolocation(latitude: $0.latitude?.double, longitude: $0.longitude?.double, type: $0.type?.rawValue)
        }
        isCallInProgress = signals.isCallInProgress
        isDevModeEnabled = signals.isDevModeEnabled
        isMockGPS = signals.isMockGPS
        isEmulated = signals.isEmulated
        isMonkeyRunner = signals.isMonkeyRunner
        isCharging = signals.isCharging
        antennaInformation = signals.antennaInformation
        isUsbConnected = signals.isUsbConnected
        integrity = signals.integrity.map {
            Integrity(
                appRecognitionVerdict: $0.appRecognitionVerdict,
                deviceRecognitionVerdict: $0.deviceRecognitionVerdict
            )
        }
    }
}

extension RiskSignals: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing: the signals say where a person is, and apps print what they hold.
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

extension RiskSignals {
    /// The same in the client's terms; refused when the app has made them unreadable.
    func model() throws(PixError) -> ChavePixModel.RiskSignals {
        guard let tenure = CalendarDate(iso: accountTenure) else {
            throw PixError.unusable("accountTenure")
        }
        var signals = ChavePixModel.RiskSignals(
            deviceId: deviceId,
            osVersion: osVersion,
            userTimeZoneOffset: userTimeZoneOffset,
            language: language,
            screenDimensions: ChavePixModel.RiskSignals.ScreenDimensions(
                height: screenDimensions.height,
                width: screenDimensions.width
            ),
            accountTenure: tenure
        )
        signals.isRootedDevice = isRootedDevice
        signals.screenBrightness = try number(screenBrightness, "screenBrightness")
        signals.elapsedTimeSinceBoot = elapsedTimeSinceBoot
        signals.geolocation = try place()
        signals.isCallInProgress = isCallInProgress
        signals.isDevModeEnabled = isDevModeEnabled
        signals.isMockGPS = isMockGPS
        signals.isEmulated = isEmulated
        signals.isMonkeyRunner = isMonkeyRunner
        signals.isCharging = isCharging
        signals.antennaInformation = antennaInformation
        signals.isUsbConnected = isUsbConnected
        signals.integrity = integrity.map {
            ChavePixModel.RiskSignals.Integrity(
                appRecognitionVerdict: $0.appRecognitionVerdict,
                deviceRecognitionVerdict: $0.deviceRecognitionVerdict
            )
        }
        return signals
    }

    private func place() throws(PixError) -> ChavePixModel.RiskSignals.Geolocation? {
        guard let geolocation else { return nil }
        let type = geolocation.type.map(ChavePixModel.RiskSignals.GeolocationType.init(rawValue:))
        if case .some(.none) = type { throw PixError.unusable("geolocation.type") }
        return ChavePixModel.RiskSignals.Geolocation(
            latitude: try number(geolocation.latitude, "geolocation.latitude"),
            longitude: try number(geolocation.longitude, "geolocation.longitude"),
            type: type ?? nil
        )
    }

    private func number(_ value: Double?, _ field: String) throws(PixError) -> JSONNumber? {
        guard let value else { return nil }
        guard let number = JSONNumber(value.description) else { throw PixError.unusable(field) }
        return number
    }
}

extension PixError {
    /// A value of the app's that cannot be sent.
    static func unusable(_ field: String) -> PixError {
        PixError.invalid(field, "this value cannot be read.")
    }
}
