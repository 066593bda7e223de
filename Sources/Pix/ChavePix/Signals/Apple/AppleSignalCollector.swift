#if canImport(CoreLocation)
    public import ChaveBase
    public import ChavePixModel

    /// The risk signals of an Apple device, each from where its system keeps it.
    ///
    /// | signal | iPhone and iPad | Mac |
    /// |---|---|---|
    /// | `deviceId` | SHA-256 over bundle id and `identifierForVendor` | over a random value in the Keychain |
    /// | `osVersion` | `UIDevice.systemVersion` | `ProcessInfo.operatingSystemVersion` |
    /// | `userTimeZoneOffset` | `TimeZone.current` | the same |
    /// | `language` | `language` of the initialiser, else the first of `Locale.preferredLanguages` with two letters | the same |
    /// | `screenDimensions` | the key window's pixels, before there is one the screen's | the same |
    /// | `isRootedDevice` | files and access that usual jailbreaks leave: a heuristic | whether the app runs as root |
    /// | `screenBrightness` | `UIScreen.brightness`, 0 to 1 | not sent |
    /// | `elapsedTimeSinceBoot` | the kernel's boot time | the same |
    /// | `geolocation`, `isMockGPS` | Core Location; FINE or COARSE as the person allowed | the same |
    /// | `isCallInProgress` | `CXCallObserver` | not sent |
    /// | `isCharging` | `UIDevice.batteryState`: charging, or full at the plug | not sent |
    /// | `isEmulated` | true in the simulator | not sent |
    /// | `integrity` | `integrity` of the initialiser | the same |
    ///
    /// No documented source tells an app of developer mode, automation, USB or cells, so `isDevModeEnabled`,
    /// `isMonkeyRunner`, `isUsbConnected` and `antennaInformation` are never sent. An iPhone's platform is IOS, a Mac's
    /// BROWSER: a Mac has no brightness to tell, which Open Finance demands of native apps.
    ///
    /// What only the main actor can read (screen, system, battery) is read when a collector is made and when permission is
    /// asked for, and anew behind each collection's back: no collection waits for the main thread once it was read. A
    /// collector made off the main thread waits two seconds for that first reading. Extensions of an app have no key window to
    /// read, and no collector.
    @available(iOSApplicationExtension, unavailable)
    public struct AppleSignalCollector: SignalCollector {
        /// Gives the verdict of the app's own server on app and device, for the other signals.
        ///
        /// An App Attest statement is no verdict until a server has verified it against its own challenge. `AppAttest`
        /// gets one, has the app's server verify it and hands over what the server says; `nil` leaves `integrity` out.
        /// What is not there within two seconds is left out too, and the task is cancelled.
        public typealias IntegrityCheck = @Sendable (_ signals: RiskSignals) async -> RiskSignals.Integrity?

        private let signals: NativeSignals

        /// A collector for this device and app.
        ///
        /// An app for people whose language has no code of two letters (ISO 639-1), as Filipino has none, gives the one to
        /// send; without a language `collect` throws `.configuration`.
        public init(language: String? = nil, integrity: IntegrityCheck? = nil) {
            signals = NativeSignals(system: AppleDevice.system(integrity: integrity), language: language)
            AppleDevice.read()
        }

        public var platform: DevicePlatform { signals.system.platform }

        public func deviceID(kept: String) async throws(PixError) -> String { try await signals.deviceID(kept: kept) }

        public func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
            try await signals.collect(deviceID: deviceID, accountTenure: accountTenure)
        }

        /// Asks for the place while the app is in use, and looks for it once it is allowed.
        ///
        /// Decided before, it is answered at once; without a decision it is false after two minutes, as the system does not say
        /// when it shows no question. Info.plist must say what the place is wanted for, under
        /// `NSLocationWhenInUseUsageDescription` (on a Mac `NSLocationUsageDescription`); without that it is false.
        public func requestPermission() async -> Bool { await AppleDevice.requestPermission() }
    }
#endif
