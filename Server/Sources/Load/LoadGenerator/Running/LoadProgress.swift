/// Where a run stands, for a line that a person watches.
public struct LoadProgress: Hashable, Sendable {
    /// Since the run began, in seconds.
    public var elapsed: Double
    /// Payments that came to SUCCEEDED so far, the warm-up's included.
    public var succeeded: Int
    /// Payments that ended otherwise.
    public var failed: Int

    /// `  12 s   998.5 / s   11,982 SUCCEEDED   0 failed`, with the rate since `earlier`.
    public func line(since earlier: LoadProgress?) -> String {
        let span = elapsed - (earlier?.elapsed ?? 0)
        let rate = span > 0 ? Double(succeeded - (earlier?.succeeded ?? 0)) / span : 0
        return """
            \(Figures.number(elapsed, decimals: 0)) s   \(Figures.number(rate, decimals: 1)) / s   \
            \(Figures.count(succeeded)) SUCCEEDED   \(Figures.count(failed)) failed
            """
    }
}
