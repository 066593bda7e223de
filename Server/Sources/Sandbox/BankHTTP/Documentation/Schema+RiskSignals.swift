import ChavePixModel

/// The signals of a device (Enrollments 2.2.0).
extension Schema {
    static let ofbSendRiskSignals = ofbRequest(
        "RiskSignals",
        "The signals of a device that is enrolled.",
        .object(ofbRiskSignals)
    )

    static let ofbRiskSignals = Schema(
        "RiskSignalsData",
        "The facts by which the bank judges a device.",
        [
            .required("deviceId", .ofbWord, "The device's own id."),
            .optional("isRootedDevice", .boolean, "Whether the device is rooted or jailbroken."),
            .optional("screenBrightness", .ofbMeasure, "The brightness of the screen."),
            .optional("elapsedTimeSinceBoot", .ofbNumber, "The milliseconds since the device was started."),
            .required("osVersion", .ofbWord, "The version of the operating system."),
            .required("userTimeZoneOffset", .ofbWord, "The time zone's distance from UTC."),
            .required("language", .ofbWord, "The language of the device."),
            .required("screenDimensions", .object(screen), "The size of the screen."),
            .required("accountTenure", .ofbDay, "The day on which the person became the initiator's customer."),
            .optional("geolocation", .object(place), "The place of the device."),
            .optional("isCallInProgress", .boolean, "Whether a call goes on."),
            .optional("isDevModeEnabled", .boolean, "Whether the developer mode is on."),
            .optional("isMockGPS", .boolean, "Whether an app invents the place."),
            .optional("isEmulated", .boolean, "Whether the device is an emulator."),
            .optional("isMonkeyRunner", .boolean, "Whether a program operates the device."),
            .optional("isCharging", .boolean, "Whether the battery is charged."),
            .optional("antennaInformation", .ofbWord, "The antenna that the device is connected with."),
            .optional("isUsbConnected", .boolean, "Whether a cable connects the device with a computer."),
            .optional("integrity", .object(integrity), "The verdicts about app and device."),
        ]
    )

    private static let screen = Schema(
        "ScreenDimensions",
        "The size of a screen in pixels.",
        [
            .required("height", .ofbNumber, "The pixels from top to bottom."),
            .required("width", .ofbNumber, "The pixels from left to right."),
        ]
    )

    private static let place = Schema(
        "Geolocation",
        "The place of a device.",
        [
            .optional("latitude", .ofbMeasure, "The degrees north of the equator."),
            .optional("longitude", .ofbMeasure, "The degrees east of Greenwich."),
            .optional("type", .enumeration(["COARSE", "FINE", "INFERRED"]), "The precision of the place."),
        ]
    )

    private static let integrity = Schema(
        "Integrity",
        "The verdicts of the platform's service.",
        [
            .optional("appRecognitionVerdict", .ofbWord, "The verdict about the app."),
            .optional("deviceRecognitionVerdict", .ofbWord, "The verdict about the device."),
        ]
    )
}
