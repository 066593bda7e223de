import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Testing

struct RiskSignalsTests {
    static let native = ["isRootedDevice", "screenBrightness", "elapsedTimeSinceBoot"]

    private func errors(_ json: JSONValue, _ platform: DevicePlatform?, prefix: String = "") -> [String] {
        do throws(FieldErrors) {
            _ = try RiskSignals(json: json, prefix: prefix, platform: platform)
            return []
        } catch {
            return error.items.map { "\($0.code) \($0.field)" }
        }
    }

    @Test func requirementsFollowThePlatform() {
        let always = [
            "deviceId", "osVersion", "userTimeZoneOffset", "language", "screenDimensions", "accountTenure",
        ]
        #expect(RiskSignals.requirements(platform: .browser) == always)
        #expect(RiskSignals.requirements(platform: .ios) == always + Self.native)
        #expect(RiskSignals.requirements(platform: .android) == always + Self.native)
    }

    @Test(arguments: RiskSignalsTests.native)
    func aNativeSignalMayBeMissingFromABrowserOnly(_ name: String) {
        let json = Sample.riskSignals.replacing([name], with: nil)
        #expect(errors(json, .ios) == ["required \(name)"])
        #expect(errors(json, .android) == ["required \(name)"])
        #expect(errors(json, .browser).isEmpty)
        #expect(errors(json, nil).isEmpty)
        let null = Sample.riskSignals.replacing([name], with: .null)
        #expect(errors(null, .ios) == ["null \(name)"])
        #expect(errors(null, .browser).isEmpty)
    }

    @Test(arguments: [("COARSE", true), ("FINE", true), ("INFERRED", false)])
    func aMeasuredPlaceNeedsTheMockSignal(type: String, isRequired: Bool) {
        let json = Sample.riskSignals.replacing(["isMockGPS"], with: nil)
            .replacing(["geolocation", "type"], with: .string(type))
        #expect(errors(json, .browser) == (isRequired ? ["required isMockGPS"] : []))
    }

    @Test func withoutAPlaceTheMockSignalIsNotNeeded() {
        let json = Sample.riskSignals.replacing(["isMockGPS"], with: nil).replacing(["geolocation"], with: nil)
        #expect(errors(json, .ios).isEmpty)
    }

    @Test func theFieldIsNamedBelowThePrefix() {
        let json = Sample.riskSignals.replacing(["deviceId"], with: nil)
            .replacing(["screenDimensions", "height"], with: "tall")
        #expect(
            errors(json, .ios, prefix: "details.risk_signals") == [
                "required details.risk_signals.deviceId", "invalid details.risk_signals.screenDimensions.height",
            ]
        )
        #expect(errors([], .ios, prefix: "risk_signals") == ["invalid risk_signals"])
    }

    @Test(arguments: ["-03", "-03:00", "+00:00", "+14", "+05:45", "-12:00"])
    func anOffsetIsTaken(_ text: String) {
        #expect(errors(Sample.riskSignals.replacing(["userTimeZoneOffset"], with: .string(text)), .ios).isEmpty)
    }

    @Test(arguments: ["03:00", "-3", "-0300", "-03:60", "+15", "-03:0", "−03:00", "Z", "-03:00 ", "--03"])
    func whatIsNoOffsetIsRefused(_ text: String) {
        let json = Sample.riskSignals.replacing(["userTimeZoneOffset"], with: .string(text))
        #expect(errors(json, .ios) == ["invalid userTimeZoneOffset"])
    }

    @Test(arguments: ["PT", "por", "p", "pt-BR", "p1", "ру"])
    func whatIsNoLanguageIsRefused(_ text: String) {
        #expect(errors(Sample.riskSignals.replacing(["language"], with: .string(text)), .ios) == ["invalid language"])
    }

    @Test(arguments: ["2023-02-29", "2024-13-01", "2024-2-9", "2024-02-29T00:00:00Z", "29/02/2024", "tomorrow"])
    func aTenureThatIsNoDayIsRefused(_ text: String) {
        let json = Sample.riskSignals.replacing(["accountTenure"], with: .string(text))
        #expect(errors(json, .ios) == ["invalid accountTenure"])
    }

    @Test(arguments: [
        ("screenBrightness", "-0.1"), ("screenBrightness", "1e400"), ("elapsedTimeSinceBoot", "-1"),
        ("elapsedTimeSinceBoot", "1.5"), ("elapsedTimeSinceBoot", "9223372036854775808"),
    ])
    func aMeasurementOutOfBoundsIsRefused(name: String, number: String) {
        #expect(errors(Sample.riskSignals.replacing([name], with: Sample.json(number)), .ios) == ["invalid \(name)"])
    }

    @Test(arguments: [("latitude", "90.1"), ("latitude", "-90.1"), ("longitude", "180.5"), ("longitude", "-181")])
    func aPlaceOutsideTheEarthIsRefused(name: String, number: String) {
        let json = Sample.riskSignals.replacing(["geolocation", name], with: Sample.json(number))
        #expect(errors(json, .ios) == ["invalid geolocation.\(name)"])
    }

    @Test func aBrightnessKeepsItsDigits() throws {
        let json = Sample.riskSignals.replacing(["screenBrightness"], with: Sample.json("0.10000000000000000001"))
        let signals = try RiskSignals(json: json, prefix: "", platform: .ios)
        #expect(signals.screenBrightness?.text == "0.10000000000000000001")
        #expect(signals.json == json)
    }

    @Test func swiftsOwnCodersCarryTheSignals() throws {
        let signals = try RiskSignals(json: Sample.riskSignals)
        let encoded = try JSONEncoder().encode(signals)
        #expect(try JSONDecoder().decode(RiskSignals.self, from: encoded) == signals)
        // The names are those of the wire, so that what a coder wrote can be sent.
        #expect(try RiskSignals(json: JSONValue(parsing: Array(encoded)), prefix: "", platform: .ios) == signals)
    }

    @Test func aSignalBuiltByHandIsCheckedForItsPlatform() throws {
        var signals = RiskSignals(
            deviceId: "d",
            osVersion: "1",
            userTimeZoneOffset: "-03:00",
            language: "pt",
            screenDimensions: .init(height: 0, width: 0),
            accountTenure: try #require(CalendarDate(iso: "2024-01-01"))
        )
        try signals.check(platform: .browser)
        #expect(throws: FieldErrors.self) { try signals.check(platform: .ios) }
        signals.isRootedDevice = false
        signals.screenBrightness = JSONNumber(measurement: 0.5)
        signals.elapsedTimeSinceBoot = 1
        try signals.check(platform: .ios)
        #expect(JSONNumber(measurement: .nan) == nil)
        #expect(JSONNumber(measurement: .infinity) == nil)
    }

    @Test func itsDescriptionShowsNothing() throws {
        let signals = try RiskSignals(json: Sample.riskSignals)
        var dumped = ""
        dump(signals, to: &dumped)
        #expect(!"\(signals)\(String(reflecting: signals))\(dumped)".contains("9a1f"))
    }
}
