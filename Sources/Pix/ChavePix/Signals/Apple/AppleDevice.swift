#if canImport(CoreLocation)
    import ChavePixModel
    import ChaveTransport
    import Foundation

    /// The data that the collectors of an app share: the main actor's last readings, and the place.
    enum AppleDevice {
        private static let readings = ReadingsBoard()
        private static let place = LocationBoard()

        @MainActor private static let finder: LocationFinder = {
            let system = SystemLocation()
            let finder = LocationFinder(system: system, board: place, sleep: DeviceClock.system.sleep)
            system.finder = finder
            return finder
        }()

        /// Reads the main actor's values: at once on the main thread, and soon on another thread.
        @available(iOSApplicationExtension, unavailable)
        static func read() {
            guard Thread.isMainThread else { return refresh() }
            MainActor.assumeIsolated { readings.keep(DeviceReadings.read()) }
        }

        @available(iOSApplicationExtension, unavailable)
        @MainActor static func requestPermission() async -> Bool {
            readings.keep(DeviceReadings.read())
            return await finder.requestPermission()
        }

        @available(iOSApplicationExtension, unavailable)
        static func system(integrity: AppleSignalCollector.IntegrityCheck?) -> NativeSystem {
            NativeSystem(
                platform: platform,
                hasVendorIdentifier: hasVendorIdentifier,
                bundleIdentifier: Bundle.main.bundleIdentifier,
                readings: readings,
                refresh: { refresh() },
                secondsFromGMT: { TimeZone.current.secondsFromGMT() },
                languages: { Locale.preferredLanguages },
                isRooted: { isRooted },
                bootedAt: { KernelBootTime.microsecondsSince1970 },
                now: DeviceClock.system.now,
                isCallInProgress: { isCallInProgress },
                isEmulated: isEmulated,
                location: place,
                locate: { Task { @MainActor in finder.locate() } },
                integrity: integrity,
                sleep: DeviceClock.system.sleep
            )
        }

        @available(iOSApplicationExtension, unavailable)
        private static func refresh() {
            Task { @MainActor in readings.keep(DeviceReadings.read()) }
        }
    }
#endif
