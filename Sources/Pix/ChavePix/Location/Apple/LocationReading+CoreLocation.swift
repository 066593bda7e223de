#if canImport(CoreLocation)
    import CoreLocation
    import Foundation

    extension LocationReading {
        init(_ location: CLLocation, isPrecise: Bool) {
            self.init(
                latitude: location.coordinate.latitude,
                longitude: location.coordinate.longitude,
                horizontalAccuracy: location.horizontalAccuracy,
                isSimulated: location.sourceInformation?.isSimulatedBySoftware,
                isPrecise: isPrecise,
                takenAt: Int64(exactly: (location.timestamp.timeIntervalSince1970 * 1_000_000).rounded()) ?? 0
            )
        }
    }
#endif
