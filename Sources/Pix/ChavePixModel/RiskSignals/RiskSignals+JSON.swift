public import ChaveWire

extension RiskSignals: APIRequest {
    /// Reads signals that are a whole message.
    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try self.init(json: json, prefix: "", platform: context.platform)
    }

    /// Reads signals that are part of another message; `prefix` is their dotted path there, put before each field.
    public init(json: JSONValue, prefix: String, platform: DevicePlatform?) throws(FieldErrors) {
        try RiskSignals.schema.check(json, prefix: prefix, in: SchemaContext(platform: platform))
        try self.init(checked: FieldReader(json, path: prefix))
    }

    /// Reads signals that the table has already checked.
    init(checked reader: FieldReader) throws(FieldErrors) {
        let screen = try reader.readObject("screenDimensions")
        self.init(
            deviceId: try reader.read("deviceId"),
            osVersion: try reader.read("osVersion"),
            userTimeZoneOffset: try reader.read("userTimeZoneOffset"),
            language: try reader.read("language"),
            screenDimensions: ScreenDimensions(height: try screen.read("height"), width: try screen.read("width")),
            accountTenure: try reader.read("accountTenure")
        )
        isRootedDevice = reader.find("isRootedDevice")
        screenBrightness = reader.find("screenBrightness")
        elapsedTimeSinceBoot = reader.find("elapsedTimeSinceBoot")
        geolocation = reader.findObject("geolocation").map(Geolocation.init(reader:))
        isCallInProgress = reader.find("isCallInProgress")
        isDevModeEnabled = reader.find("isDevModeEnabled")
        isMockGPS = reader.find("isMockGPS")
        isEmulated = reader.find("isEmulated")
        isMonkeyRunner = reader.find("isMonkeyRunner")
        isCharging = reader.find("isCharging")
        antennaInformation = reader.find("antennaInformation")
        isUsbConnected = reader.find("isUsbConnected")
        integrity = reader.findObject("integrity").map(Integrity.init(reader:))
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("deviceId", deviceId)
        object.write("osVersion", osVersion)
        object.write("userTimeZoneOffset", userTimeZoneOffset)
        object.write("language", language)
        object["screenDimensions"] = [
            "height": JSONValue(screenDimensions.height), "width": JSONValue(screenDimensions.width),
        ]
        object.write("accountTenure", accountTenure)
        object.writeIfAny("isRootedDevice", isRootedDevice)
        object.writeIfAny("screenBrightness", screenBrightness)
        object.writeIfAny("elapsedTimeSinceBoot", elapsedTimeSinceBoot)
        object["geolocation"] = geolocation?.json
        object.writeIfAny("isCallInProgress", isCallInProgress)
        object.writeIfAny("isDevModeEnabled", isDevModeEnabled)
        object.writeIfAny("isMockGPS", isMockGPS)
        object.writeIfAny("isEmulated", isEmulated)
        object.writeIfAny("isMonkeyRunner", isMonkeyRunner)
        object.writeIfAny("isCharging", isCharging)
        object.writeIfAny("antennaInformation", antennaInformation)
        object.writeIfAny("isUsbConnected", isUsbConnected)
        object["integrity"] = integrity?.json
        return .object(object)
    }

    /// The signals that a device of that platform must send in every case.
    public static func requirements(platform: DevicePlatform) -> [String] {
        schema.requiredFields(in: SchemaContext(platform: platform))
    }

    /// Checks the signals, and reports every signal that is missing or wrong for a device of that platform.
    public func check(platform: DevicePlatform, prefix: String = "") throws(FieldErrors) {
        try RiskSignals.schema.check(json, prefix: prefix, in: SchemaContext(platform: platform))
    }
}

extension RiskSignals.Geolocation {
    init(reader: FieldReader) {
        let type: String? = reader.find("type")
        self.init(
            latitude: reader.find("latitude"),
            longitude: reader.find("longitude"),
            type: type.flatMap(RiskSignals.GeolocationType.init(rawValue:))
        )
    }

    var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("latitude", latitude)
        object.writeIfAny("longitude", longitude)
        object.writeIfAny("type", type?.rawValue)
        return .object(object)
    }
}

extension RiskSignals.Integrity {
    init(reader: FieldReader) {
        self.init(
            appRecognitionVerdict: reader.find("appRecognitionVerdict"),
            deviceRecognitionVerdict: reader.find("deviceRecognitionVerdict")
        )
    }

    var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("appRecognitionVerdict", appRecognitionVerdict)
        object.writeIfAny("deviceRecognitionVerdict", deviceRecognitionVerdict)
        return .object(object)
    }
}
