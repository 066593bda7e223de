/// How long to wait before the next attempt, when the ones before it failed.
enum Backoff {
    static let first = Duration.milliseconds(50)
    static let longest = Duration.seconds(2)

    /// Twice as long each time, up to two seconds; `fraction`, from 0 to 1, spreads those who failed together.
    static func delay(afterFailures failures: Int, fraction: Double) -> Duration {
        let doublings = min(max(0, failures - 1), 10)
        let whole = min(first * (1 << doublings), longest)
        return whole * (0.5 + 0.5 * min(max(0, fraction), 1))
    }
}
