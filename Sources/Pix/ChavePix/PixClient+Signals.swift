import ChaveBase
public import ChavePixModel

extension PixClient {
    /// Asks for permission to use the person's location, on platforms that have one; false is not fatal.
    public func requestPermission() async throws(PixError) -> Bool {
        try await run(.requestPermission) { [self] () async throws(PixError) in
            await configuration.signalCollector.requestPermission()
        }
    }

    /// The id of this device in its risk signals: 64 lower-case hex characters.
    public func deviceID() async throws(PixError) -> String {
        try requireOpen()
        return try await configuration.signalCollector.deviceID(kept: try await identity.deviceID())
    }

    /// The current risk signals; the call needs no network.
    ///
    /// `accountTenure` is the day on which the customer was created, `YYYY-MM-DD`, at most one day after today in UTC.
    /// A full `created_at` is cut to its day.
    public func collectRiskSignals(accountTenure: String) async throws(PixError) -> RiskSignals {
        try await run(.collectRiskSignals) { [self] () async throws(PixError) in
            let tenure = try day(accountTenure)
            let collector = configuration.signalCollector
            let signals = try await collector.collect(deviceID: try await deviceID(), accountTenure: tenure)
            do throws(FieldErrors) {
                try RiskSignals.schema.check(signals.json, in: SchemaContext(platform: collector.platform))
            } catch {
                throw PixError(local: error)
            }
            return signals
        }
    }

    private func day(_ text: String) throws(PixError) -> CalendarDate {
        let isWhole = text.utf8.count == 10 || text.utf8.dropFirst(10).first == UInt8(ascii: "T")
        guard isWhole, let day = CalendarDate(iso: String(decoding: text.utf8.prefix(10), as: UTF8.self)) else {
            throw PixError.invalid("accountTenure", "Send the day on which the customer was created, YYYY-MM-DD.")
        }
        guard day.daysSince1970 <= now.date.daysSince1970 + 1 else {
            throw PixError.invalid("accountTenure", "Send a day that is not in the future.")
        }
        return day
    }
}
