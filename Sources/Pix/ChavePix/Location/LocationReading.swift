import ChavePixModel
import ChaveWire

/// One reading of the place, as the system gave it.
struct LocationReading: Hashable, Sendable {
    var latitude: Double
    var longitude: Double
    /// The accuracy in metres; negative when the place is not valid.
    var horizontalAccuracy: Double
    /// Whether software simulates the place; `nil` when the system does not tell.
    var isSimulated: Bool?
    /// Whether the person allowed the precise place.
    var isPrecise: Bool
    /// The time of the reading, in microseconds since 1970.
    var takenAt: Int64

    /// The maximum age, five minutes; an older place tells where the person was, not where the person is.
    static let longestAgeMicroseconds: Int64 = 300_000_000
    /// The maximum time ahead of the clock, a minute: the clock may have been set since the reading.
    private static let longestLeadMicroseconds: Int64 = 60_000_000

    func isFresh(at now: Int64) -> Bool {
        let (age, isOverflow) = now.subtractingReportingOverflow(takenAt)
        return !isOverflow
            && (-LocationReading.longestLeadMicroseconds...LocationReading.longestAgeMicroseconds).contains(age)
    }

    /// The signals of this place; `nil` when the place is not valid, or when it is unknown whether the place is
    /// simulated.
    ///
    /// Open Finance requires `isMockGPS` beside each measured place, so a place without it cannot be sent honestly.
    var signals: (geolocation: RiskSignals.Geolocation, isMockGPS: Bool)? {
        guard horizontalAccuracy >= 0, (-90...90).contains(latitude), (-180...180).contains(longitude),
            let isSimulated, let north = JSONNumber("\(latitude)"), let east = JSONNumber("\(longitude)")
        else { return nil }
        let type: RiskSignals.GeolocationType = isPrecise ? .fine : .coarse
        return (RiskSignals.Geolocation(latitude: north, longitude: east, type: type), isSimulated)
    }
}
