import ChaveBase
import ChavePixModel
import ChaveWire

/// The risk signals of a device, put together from what its system tells.
struct NativeSignals: Sendable {
    let system: NativeSystem
    /// The language to send, where the app knows better than the system.
    let language: String?

    /// For optional signals; the required ones are waited for.
    static let patienceMilliseconds: Int64 = 2_000

    func deviceID(kept: String) async throws(PixError) -> String {
        guard system.hasVendorIdentifier else { return kept }
        guard let vendor = try await readings().vendorIdentifier, let bundle = system.bundleIdentifier else {
            throw PixError(
                .configuration,
                "The system does not tell the device's identifier: unlock the device once after its start and try again."
            )
        }
        return DeviceIdentifier.text(bundle: bundle, vendorIdentifier: vendor)
    }

    func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
        system.refresh()
        let readings = try await readings()
        var signals = RiskSignals(
            deviceId: deviceID,
            osVersion: readings.osVersion,
            userTimeZoneOffset: SignalTexts.timeZoneOffset(secondsFromGMT: system.secondsFromGMT()),
            language: try languageCode(),
            screenDimensions: readings.screen,
            accountTenure: accountTenure
        )
        signals.isRootedDevice = system.isRooted()
        signals.elapsedTimeSinceBoot = BootTime.elapsedMilliseconds(bootedAt: system.bootedAt, now: system.now)
        signals.isEmulated = system.isEmulated
        signals = await withOptional(signals)
        // The newest that the main actor has had time for meanwhile.
        let newest = system.readings.latest ?? readings
        signals.screenDimensions = newest.screen
        signals.screenBrightness = newest.brightness.flatMap { JSONNumber("\($0)") }
        signals.isCharging = newest.isCharging
        return signals
    }

    private func readings() async throws(PixError) -> DeviceReadings {
        let sleep = system.sleep
        if system.readings.latest == nil { system.refresh() }
        guard
            let readings = await system.readings.latest(waiting: { try await sleep(NativeSignals.patienceMilliseconds) }
            )
        else {
            throw PixError(
                .configuration,
                "The main thread has not told screen and system: make the client on the main thread, or let it run."
            )
        }
        return readings
    }

    private func languageCode() throws(PixError) -> String {
        let known = language.map { [$0] } ?? system.languages()
        guard let code = known.lazy.compactMap(SignalTexts.language).first else {
            throw PixError(
                .configuration,
                "No language of the system has a code of two letters: give AppleSignalCollector one."
            )
        }
        return code
    }

    private func withOptional(_ required: RiskSignals) async -> RiskSignals {
        let system = system
        var waiting: [TimelySignals<RiskSignals>.WaitingReading] = [
            {
                let place = await NativeSignals.place(system)?.signals
                return { signals in
                    signals.geolocation = place?.geolocation
                    signals.isMockGPS = place?.isMockGPS
                }
            }
        ]
        if let integrity = system.integrity {
            waiting.append {
                let verdict = await integrity(required)
                return { $0.integrity = verdict }
            }
        }
        let call: TimelySignals<RiskSignals>.Reading = {
            let isInProgress = system.isCallInProgress()
            return { $0.isCallInProgress = isInProgress }
        }
        return await TimelySignals.gather(into: required, [call], waiting: waiting) {
            try await system.sleep(NativeSignals.patienceMilliseconds)
        }
    }

    /// The last fix while it is fresh, else a new one, which is waited for.
    private static func place(_ system: NativeSystem) async -> LocationReading? {
        guard system.location.isAllowed else { return nil }
        if let last = system.location.last, last.isFresh(at: system.now()) { return last }
        let end = system.location.nextEnd()
        system.locate()
        await end.value()
        return system.location.last.flatMap { $0.isFresh(at: system.now()) ? $0 : nil }
    }
}
