/// How long ago the device started, by two clocks that may be set in between.
enum BootTime {
    /// Milliseconds from the boot to now; both are in microseconds since 1970.
    ///
    /// Setting the device's clock moves both. So the boot's time is read before and after the clock's, and again when it has
    /// moved; `nil` when it does not come to rest, or when the clock stands before the boot.
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
