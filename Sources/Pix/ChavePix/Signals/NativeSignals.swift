import ChaveBase
import ChavePixModel
import ChaveWire

/// The risk signals of a device, built from the values of its system.
struct NativeSignals: Sendable {
    let system: NativeSystem
    /// The language to send, when the app knows better than the system.
    let language: String?

    /// The time to wait for optional signals and for the main actor's first readings.
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
        // These are the newest readings that the main actor has made in the meantime.
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

    /// The last place while it is fresh, else a new one after a wait.
    private static func place(_ system: NativeSystem) async -> LocationReading? {
        guard system.location.isAllowed else { return nil }
        if let last = system.location.last, last.isFresh(at: system.now()) { return last }
        let end = system.location.nextEnd()
        system.locate()
        await end.value()
        return system.location.last.flatMap { $0.isFresh(at: system.now()) ? $0 : nil }
    }
}

/// The time since the device started, from two clocks that may be set in between.
enum BootTime {
    /// Milliseconds from the boot to now; both closures return microseconds since 1970.
    ///
    /// Setting the device's clock moves both times. So the boot time is read before and after the clock, and again when
    /// it has moved. The result is `nil` when the boot time moves three times, or when the clock is before the boot.
    static func elapsedMilliseconds(bootedAt: () -> Int64?, now: () -> Int64) -> Int64? {
        for _ in 0..<3 {
            guard let booted = bootedAt() else { return nil }
            let time = now()
            guard bootedAt() == booted else { continue }
            let (elapsed, isOverflow) = time.subtractingReportingOverflow(booted)
            return isOverflow || elapsed < 0 ? nil : elapsed / 1_000
        }
        return nil
    }
}

/// The signals with a fixed text form.
enum SignalTexts {
    /// The offset as `±hh:mm`; the seconds of a zone are dropped.
    static func timeZoneOffset(secondsFromGMT: Int) -> String {
        let minutes = (secondsFromGMT / 60).magnitude
        let (hours, rest) = (minutes / 60, minutes % 60)
        return "\(secondsFromGMT < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The two letters at the beginning of a locale's identifier; `nil` for a code of another length.
    static func language(of identifier: String) -> String? {
        let letters = identifier.lowercased().utf8.prefix { (0x61...0x7A).contains($0) }
        return letters.count == 2 ? String(decoding: Array(letters), as: UTF8.self) : nil
    }
}
