import ChaveBase
import ChaveWire

// Apps store and send signals with Swift's own coders, under the same names as in the API's JSON. The coder stores a
// measurement as a Double and every other value exactly.

extension RiskSignals: Codable {
    private enum CodingKeys: String, CodingKey {
        case deviceId, osVersion, userTimeZoneOffset, language, screenDimensions, accountTenure, isRootedDevice
        case screenBrightness, elapsedTimeSinceBoot, geolocation, isCallInProgress, isDevModeEnabled, isMockGPS
        case isEmulated, isMonkeyRunner, isCharging, antennaInformation, isUsbConnected, integrity
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            deviceId: try container.decode(String.self, forKey: .deviceId),
            osVersion: try container.decode(String.self, forKey: .osVersion),
            userTimeZoneOffset: try container.decode(String.self, forKey: .userTimeZoneOffset),
            language: try container.decode(String.self, forKey: .language),
            screenDimensions: try container.decode(ScreenDimensions.self, forKey: .screenDimensions),
            accountTenure: try container.decode(CalendarDate.self, forKey: .accountTenure)
        )
        isRootedDevice = try container.decodeIfPresent(Bool.self, forKey: .isRootedDevice)
        screenBrightness = try container.decodeIfPresent(Measurement.self, forKey: .screenBrightness)?.number
        elapsedTimeSinceBoot = try container.decodeIfPresent(Int64.self, forKey: .elapsedTimeSinceBoot)
        geolocation = try container.decodeIfPresent(Geolocation.self, forKey: .geolocation)
        isCallInProgress = try container.decodeIfPresent(Bool.self, forKey: .isCallInProgress)
        isDevModeEnabled = try container.decodeIfPresent(Bool.self, forKey: .isDevModeEnabled)
        isMockGPS = try container.decodeIfPresent(Bool.self, forKey: .isMockGPS)
        isEmulated = try container.decodeIfPresent(Bool.self, forKey: .isEmulated)
        isMonkeyRunner = try container.decodeIfPresent(Bool.self, forKey: .isMonkeyRunner)
        isCharging = try container.decodeIfPresent(Bool.self, forKey: .isCharging)
        antennaInformation = try container.decodeIfPresent(String.self, forKey: .antennaInformation)
        isUsbConnected = try container.decodeIfPresent(Bool.self, forKey: .isUsbConnected)
        integrity = try container.decodeIfPresent(Integrity.self, forKey: .integrity)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(deviceId, forKey: .deviceId)
        try container.encode(osVersion, forKey: .osVersion)
        try container.encode(userTimeZoneOffset, forKey: .userTimeZoneOffset)
        try container.encode(language, forKey: .language)
        try container.encode(screenDimensions, forKey: .screenDimensions)
        try container.encode(accountTenure, forKey: .accountTenure)
        try container.encodeIfPresent(isRootedDevice, forKey: .isRootedDevice)
        try container.encodeIfPresent(screenBrightness.map(Measurement.init(number:)), forKey: .screenBrightness)
        try container.encodeIfPresent(elapsedTimeSinceBoot, forKey: .elapsedTimeSinceBoot)
        try container.encodeIfPresent(geolocation, forKey: .geolocation)
        try container.encodeIfPresent(isCallInProgress, forKey: .isCallInProgress)
        try container.encodeIfPresent(isDevModeEnabled, forKey: .isDevModeEnabled)
        try container.encodeIfPresent(isMockGPS, forKey: .isMockGPS)
        try container.encodeIfPresent(isEmulated, forKey: .isEmulated)
        try container.encodeIfPresent(isMonkeyRunner, forKey: .isMonkeyRunner)
        try container.encodeIfPresent(isCharging, forKey: .isCharging)
        try container.encodeIfPresent(antennaInformation, forKey: .antennaInformation)
        try container.encodeIfPresent(isUsbConnected, forKey: .isUsbConnected)
        try container.encodeIfPresent(integrity, forKey: .integrity)
    }
}

extension RiskSignals.Geolocation: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, type
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try container.decodeIfPresent(Measurement.self, forKey: .latitude)?.number,
            longitude: try container.decodeIfPresent(Measurement.self, forKey: .longitude)?.number,
            type: try container.decodeIfPresent(RiskSignals.GeolocationType.self, forKey: .type)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(latitude.map(Measurement.init(number:)), forKey: .latitude)
        try container.encodeIfPresent(longitude.map(Measurement.init(number:)), forKey: .longitude)
        try container.encodeIfPresent(type, forKey: .type)
    }
}

/// A number in the form that a coder stores.
private struct Measurement: Codable {
    var number: JSONNumber

    init(number: JSONNumber) { self.number = number }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The shortest text of a finite Double, such as 0.5 or 1e-05, is a JSON number.
        guard let number = JSONNumber(try container.decode(Double.self).description) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Send a finite number.")
        }
        self.number = number
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let value = number.double else {
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "Too large a number.")
            throw EncodingError.invalidValue(number, context)
        }
        try container.encode(value)
    }
}
