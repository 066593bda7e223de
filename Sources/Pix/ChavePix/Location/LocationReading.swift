import ChavePixModel
import ChaveWire

/// One fix, as the system gave it.
struct LocationReading: Hashable, Sendable {
    var latitude: Double
    var longitude: Double
    /// In metres; negative when the place is not valid.
    var horizontalAccuracy: Double
    /// Whether software made it up; `nil` when the system does not say.
    var isSimulated: Bool?
    /// Whether the person allowed the precise place.
    var isPrecise: Bool
    /// Microseconds since 1970.
    var takenAt: Int64

    /// Five minutes; an older place says where the person was.
    static let longestAgeMicroseconds: Int64 = 300_000_000
    /// A minute: the clock may have been set since.
    private static let longestLeadMicroseconds: Int64 = 60_000_000

    func isFresh(at now: Int64) -> Bool {
        let (age, isOverflow) = now.subtractingReportingOverflow(takenAt)
        return !isOverflow
            && (-LocationReading.longestLeadMicroseconds...LocationReading.longestAgeMicroseconds).contains(age)
    }

    /// The signals of it; `nil` for a place that is not valid, or of which nobody knows whether it is simulated.
    ///
    /// Open Finance wants `isMockGPS` beside each measured place, so that a place without it cannot be sent honestly.
    var signals: (geolocation: RiskSignals.Geolocation, isMockGPS: Bool)? {
        guard horizontalAccuracy >= 0, (-90...90).contains(latitude), (-180...180).contains(longitude),
            let isSimulated, let north = JSONNumber("\(latitude)"), let east = JSONNumber("\(longitude)")
        else { return nil }
        let type: RiskSignals.GeolocationType = isPrecise ? .fine : .coarse
        return (RiskSignals.Geolocation(latitude: north, longitude: east, type: type), isSimulated)
    }
}
