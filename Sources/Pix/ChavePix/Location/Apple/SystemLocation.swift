#if canImport(CoreLocation)
    import CoreLocation
    import Foundation

    /// Core Location: asks for permission, and finds one place at a time.
    ///
    /// The manager calls its delegate on the thread that made the manager, which is the main thread.
    @MainActor final class SystemLocation: NSObject, LocationSystem, CLLocationManagerDelegate {
        weak var finder: LocationFinder?

        private lazy var manager: CLLocationManager = {
            let manager = CLLocationManager()
            manager.delegate = self
            // The best accuracy takes many seconds; signals wait two.
            manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
            return manager
        }()

        var permission: LocationPermission {
            let status = manager.authorizationStatus
            if status == .notDetermined { return .undecided }
            return status == .denied || status == .restricted ? .refused : .allowed
        }

        var hasPurpose: Bool {
            AppleDevice.locationPurposes.contains { Bundle.main.object(forInfoDictionaryKey: $0) != nil }
        }

        func ask() { manager.requestWhenInUseAuthorization() }
        func locate() { manager.requestLocation() }

        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            MainActor.assumeIsolated { finder?.permissionChanged() }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            let isPrecise = manager.accuracyAuthorization == .fullAccuracy
            let reading = locations.last.map { LocationReading($0, isPrecise: isPrecise) }
            MainActor.assumeIsolated {
                if let reading { finder?.located(reading) } else { finder?.failed() }
            }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            MainActor.assumeIsolated { finder?.failed() }
        }
    }
#endif
