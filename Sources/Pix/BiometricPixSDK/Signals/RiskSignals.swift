import ChaveBase
import ChavePix
import ChavePixModel
import ChaveWire

/// The device's risk signals by Open Finance Brasil; the encoded form has the names that the API expects.
public struct RiskSignals: Codable, Hashable, Sendable {
    /// The device's id; store it, because `listEnrollments` needs it.
    public var deviceId: String
    /// The system's version, such as `17.5.1`.
    public var osVersion: String
    /// The offset from UTC, `±hh` or `±hh:mm`.
    public var userTimeZoneOffset: String
    /// The language, two letters of ISO 639-1.
    public var language: String
    /// The pixels that the app covers.
    public var screenDimensions: ScreenDimensions
    /// The day on which the customer was created, `YYYY-MM-DD`.
    public var accountTenure: String
    /// Whether the system's own protection seems to be off; native apps always send it.
    public var isRootedDevice: Bool?
    /// The brightness, from 0 to 1; native apps always send it.
    public var screenBrightness: Double?
    /// The milliseconds since the device started.
    public var elapsedTimeSinceBoot: Int64?
    /// The last known place; `nil` without a location fix or after the person's refusal.
    public var geolocation: Geolocation?
    /// Whether a call is in progress; `nil` when the system does not tell.
    public var isCallInProgress: Bool?
    /// Whether developer mode is on; `nil` when no app can find out.
    public var isDevModeEnabled: Bool?
    /// Whether the place is simulated; sent beside a measured place.
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

    /// The pixels that the app covers.
    public struct ScreenDimensions: Codable, Hashable, Sendable {
        /// Pixels from top to bottom.
        public var height: Int64
        /// Pixels from left to right.
        public var width: Int64
    }

    /// The device's place, in degrees.
    public struct Geolocation: Codable, Hashable, Sendable {
        /// Degrees north of the equator.
        public var latitude: Double?
        /// Degrees east of Greenwich.
        public var longitude: Double?
        /// The quality of the place: `COARSE`, `FINE` or `INFERRED`.
        public var type: String?
    }

    /// The platform maker's verdict on app and device.
    public struct Integrity: Codable, Hashable, Sendable {
        /// The maker's verdict on the app.
        public var appRecognitionVerdict: String?
        /// The maker's verdict on the device.
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
    /// A redacted text: the signals tell where a person is, and apps print the values that they hold.
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

extension RiskSignals {
    /// The same signals as the client's type; throws when the app has made them unreadable.
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
    /// The error of an app's value that cannot be sent.
    static func unusable(_ field: String) -> PixError {
        PixError.invalid(field, "this value cannot be read.")
    }
}
