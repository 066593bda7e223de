import ChaveTesting

extension TestClock {
    /// Seconds since 1970.
    var seconds: Int64 { now / 1_000_000 }
}
