import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

@testable import ChavePix

@Suite struct LocationReadingTests {
    @Test(
        arguments: [
            (0, true), (299_999_999, true), (300_000_000, true), (300_000_001, false), (-60_000_000, true),
            (-60_000_001, false), (Int64.max, false),
        ] as [(Int64, Bool)]
    )
    func aPlaceIsFreshForFiveMinutes(_ age: Int64, _ isFresh: Bool) {
        let reading = LocationReading.place { $0.takenAt = 0 }
        #expect(reading.isFresh(at: age) == isFresh)
    }

    @Test func ofTimesThatDoNotFitNothingIsFresh() {
        #expect(!LocationReading.place { $0.takenAt = .min }.isFresh(at: .max))
    }

    @Test(arguments: [(true, .fine), (false, .coarse)] as [(Bool, RiskSignals.GeolocationType)])
    func theTypeIsWhatThePersonAllowed(_ isPrecise: Bool, _ type: RiskSignals.GeolocationType) {
        let signals = LocationReading.place { $0.isPrecise = isPrecise }.signals
        #expect(signals?.geolocation.type == type)
        #expect(signals?.geolocation.latitude?.text == "-23.5505")
        #expect(signals?.geolocation.longitude?.text == "-46.6333")
    }

    @Test(arguments: [true, false]) func aSimulatedPlaceIsSentAndSaysSo(_ isSimulated: Bool) {
        #expect(LocationReading.place { $0.isSimulated = isSimulated }.signals?.isMockGPS == isSimulated)
    }

    private static let unusable: [@Sendable (inout LocationReading) -> Void] = [
        { $0.isSimulated = nil }, { $0.horizontalAccuracy = -1 }, { $0.latitude = 90.1 }, { $0.longitude = -180.1 },
        { $0.latitude = .nan }, { $0.longitude = .infinity }, { $0.horizontalAccuracy = .nan },
    ]

    @Test(arguments: unusable.indices) func aPlaceThatIsNoneIsLeftOut(_ index: Int) {
        #expect(LocationReading.place(LocationReadingTests.unusable[index]).signals == nil)
    }
}
