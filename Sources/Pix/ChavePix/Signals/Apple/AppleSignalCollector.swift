#if canImport(CoreLocation)
    public import ChaveBase
    public import ChavePixModel

    /// The risk signals of an Apple device, each from its source in the system.
    ///
    /// | signal | iPhone and iPad | Mac |
    /// |---|---|---|
    /// | `deviceId` | SHA-256 over bundle id and `identifierForVendor` | over a random value in the Keychain |
    /// | `osVersion` | `UIDevice.systemVersion` | `ProcessInfo.operatingSystemVersion` |
    /// | `userTimeZoneOffset` | `TimeZone.current` | the same |
    /// | `language` | the given `language`, else the first two-letter code of `Locale.preferredLanguages` | the same |
    /// | `screenDimensions` | the key window's pixels, else the screen's | the same |
    /// | `isRootedDevice` | files and access that usual jailbreaks leave: a heuristic | whether the app runs as root |
    /// | `screenBrightness` | `UIScreen.brightness`, 0 to 1 | not sent |
    /// | `elapsedTimeSinceBoot` | the kernel's boot time | the same |
    /// | `geolocation`, `isMockGPS` | Core Location; FINE or COARSE as the person allowed | the same |
    /// | `isCallInProgress` | `CXCallObserver` | not sent |
    /// | `isCharging` | `UIDevice.batteryState`: charging, or full and plugged in | not sent |
    /// | `isEmulated` | true in the simulator | not sent |
    /// | `integrity` | `integrity` of the initialiser | the same |
    ///
    /// No documented source tells an app of developer mode, automation, USB or cells. Therefore `isDevModeEnabled`,
    /// `isMonkeyRunner`, `isUsbConnected` and `antennaInformation` are never sent. The platform of an iPhone or iPad is
    /// IOS. The platform of a Mac is BROWSER: a Mac gives no brightness, which Open Finance requires of native apps.
    ///
    /// Only the main actor can read screen, system and battery. It reads them when a collector is made, when the app
    /// requests permission, and in the background of each collection. After the first reading, no collection waits for
    /// the main thread. Before it, a collection waits at most two seconds, for example when the collector was made off
    /// the main thread. Extensions of an app have no key window to read, and no collector.
    @available(iOSApplicationExtension, unavailable)
    public struct AppleSignalCollector: SignalCollector {
        /// Gives the verdict of the app's own server on app and device, for the other signals.
        ///
        /// An App Attest statement is no verdict until a server has verified it against its own challenge. `AppAttest`
        /// gets a statement, sends it to the app's server, and returns the server's verdict. `nil` leaves `integrity`
        /// out. A verdict that takes longer than two seconds is left out too, and the task is cancelled.
        public typealias IntegrityCheck = @Sendable (_ signals: RiskSignals) async -> RiskSignals.Integrity?

        private let signals: NativeSignals

        /// A collector for this device and app.
        ///
        /// Some languages, such as Filipino, have no code of two letters (ISO 639-1). An app for their speakers gives
        /// the code to send. Without a code, `collect` throws `.configuration`.
        public init(language: String? = nil, integrity: IntegrityCheck? = nil) {
            signals = NativeSignals(system: AppleDevice.system(integrity: integrity), language: language)
            AppleDevice.read()
        }

        public var platform: DevicePlatform { signals.system.platform }

        public func deviceID(kept: String) async throws(PixError) -> String { try await signals.deviceID(kept: kept) }

        public func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
            try await signals.collect(deviceID: deviceID, accountTenure: accountTenure)
        }

        /// Asks for permission to use the place while the app is in use, and looks for the place once it is allowed.
        ///
        /// An earlier decision is the answer at once. Without a decision the result is false after two minutes, because
        /// the system does not tell when it shows no question. Info.plist must state the purpose under
        /// `NSLocationWhenInUseUsageDescription` (a Mac also accepts `NSLocationUsageDescription`). Without a purpose
        /// the result is false.
        public func requestPermission() async -> Bool { await AppleDevice.requestPermission() }
    }
#endif
