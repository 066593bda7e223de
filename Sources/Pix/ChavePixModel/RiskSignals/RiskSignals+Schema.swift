extension RiskSignals {
    public static let schema = Schema(
        "RiskSignals",
        "What the device says of itself, by Open Finance Brasil.",
        requiredFields + nativeFields + optionalFields
    )

    private static let requiredFields: [Field] = [
        Field("deviceId", .text(longest: 255), .required, "Names the device, stable per app and device."),
        Field("osVersion", .text(longest: 100), .required, "The version of the operating system."),
        Field("userTimeZoneOffset", .text(.timeZoneOffset), .required, "The offset from UTC, ±hh or ±hh:mm."),
        Field("language", .text(.language), .required, "The language, ISO 639-1."),
        Field("screenDimensions", .object(screenDimensionsSchema), .required, "The pixels that the app covers."),
        Field("accountTenure", .text(.date), .required, "The day on which the customer registered."),
    ]

    private static let nativeFields: [Field] = [
        Field("isRootedDevice", .boolean, native, "Whether the device is rooted or jailbroken."),
        Field(
            "screenBrightness",
            .decimal(minimum: 0, maximum: nil),
            native,
            "The brightness: 0 to 1 on iOS, about 0 to 255 on Android."
        ),
        Field("elapsedTimeSinceBoot", .integer(0...Int64.max), native, "Milliseconds since the device started."),
    ]

    private static let optionalFields: [Field] = [
        Field("geolocation", .object(geolocationSchema), .optional, "Where the device is; left out without a fix."),
        Field("isCallInProgress", .boolean, .optional, "Whether a telephone call is in progress."),
        Field("isDevModeEnabled", .boolean, .optional, "Whether developer mode is on."),
        Field("isMockGPS", .boolean, besideMeasuredPlace, "Whether the position is simulated."),
        Field("isEmulated", .boolean, .optional, "Whether the device is an emulator."),
        Field("isMonkeyRunner", .boolean, .optional, "Whether a test tool drives the device."),
        Field("isCharging", .boolean, .optional, "Whether the battery is charging."),
        Field("antennaInformation", .text(longest: 2_000), .optional, "The identities of the cells in reach."),
        Field("isUsbConnected", .boolean, .optional, "Whether a USB connection exists."),
        Field("integrity", .object(integritySchema), .optional, "What the platform's maker says of app and device."),
    ]

    private static let native = Field.Presence.requiredWhen(
        .onPlatforms(DevicePlatform.allCases.filter(\.isNative))
    )

    private static let besideMeasuredPlace = Field.Presence.requiredWhen(
        .value(
            at: ["geolocation", "type"],
            isOneOf: [GeolocationType.coarse.rawValue, GeolocationType.fine.rawValue]
        )
    )

    private static let screenDimensionsSchema = Schema(
        "ScreenDimensions",
        "The pixels that the app covers.",
        [
            Field("height", .integer(0...1_000_000), .required, "Pixels from top to bottom."),
            Field("width", .integer(0...1_000_000), .required, "Pixels from left to right."),
        ]
    )

    private static let geolocationSchema = Schema(
        "Geolocation",
        "Where the device is, in degrees.",
        [
            Field("latitude", .decimal(minimum: -90, maximum: 90), .optional, "Degrees north of the equator."),
            Field("longitude", .decimal(minimum: -180, maximum: 180), .optional, "Degrees east of Greenwich."),
            Field("type", .enumeration(GeolocationType.allCases.map(\.rawValue)), .optional, "How well it is known."),
        ]
    )

    private static let integritySchema = Schema(
        "Integrity",
        "What the platform's maker says of app and device.",
        [
            Field("appRecognitionVerdict", .text(longest: 8_192), .optional, "About the app."),
            Field("deviceRecognitionVerdict", .text(longest: 8_192), .optional, "About the device."),
        ]
    )
}
