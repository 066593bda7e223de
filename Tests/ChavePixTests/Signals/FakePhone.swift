import ChavePixModel
import ChaveTesting
import ChaveTransport

@testable import ChavePix

/// A phone in São Paulo, started a minute and a half ago.
struct FakePhone {
    static let readings = DeviceReadings(
        vendorIdentifier: "8F6C1C4E-51A6-4C5C-9F0B-3E0B6D3A7C21",
        osVersion: "18.5",
        screen: RiskSignals.ScreenDimensions(height: 2_556, width: 1_179),
        brightness: 0.5,
        isCharging: false
    )

    let system: NativeSystem

    init() {
        let board = ReadingsBoard()
        board.keep(FakePhone.readings)
        system = NativeSystem(
            platform: .ios,
            hasVendorIdentifier: true,
            bundleIdentifier: "example.shop",
            readings: board,
            refresh: {},
            secondsFromGMT: { -3 * 3_600 },
            languages: { ["pt-BR", "en"] },
            isRooted: { false },
            bootedAt: { TestClock.start - 90_000_000 },
            now: { TestClock.start },
            isCallInProgress: { true },
            isEmulated: false,
            location: LocationBoard(),
            locate: {},
            integrity: nil,
            // Ended by cancellation; an hour is for ever in a test.
            sleep: { _ in try await Task.sleep(nanoseconds: 3_600_000_000_000) }
        )
    }
}

extension LocationReading {
    static func place(_ change: (inout LocationReading) -> Void = { _ in }) -> LocationReading {
        var reading = LocationReading(
            latitude: -23.5505,
            longitude: -46.6333,
            horizontalAccuracy: 10,
            isSimulated: false,
            isPrecise: true,
            takenAt: TestClock.start
        )
        change(&reading)
        return reading
    }
}
