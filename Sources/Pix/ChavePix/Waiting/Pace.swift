/// How soon a wait asks again.
///
/// A server that holds its answers is asked again at once when it has shown a new version: it keeps the next question until
/// there is another. Any other server is asked at the policy's interval, and so is one that claims to hold and does not.
struct Pace: Sendable {
    let intervalMilliseconds: Int64
    private(set) var knownTag: String?
    private var hurried = 0

    /// So many questions in a row may do without a pause.
    private static let mostHurried = 3
    private static let longestRetryAfterMilliseconds: Int64 = 30_000

    init(intervalMilliseconds: Int64) { self.intervalMilliseconds = intervalMilliseconds }

    /// `elapsed`: how long the question took, in milliseconds.
    mutating func pauseMilliseconds(after told: Waiter.Told, elapsed: Int64) -> Int64 {
        let isNews = told.isHolding && told.tag != nil && told.tag != knownTag
        knownTag = told.tag ?? knownTag
        let asked = min(told.retryAfterMilliseconds ?? 0, Pace.longestRetryAfterMilliseconds)
        let pause = max(asked, intervalMilliseconds) - elapsed
        guard isNews, told.retryAfterMilliseconds == nil, pause > 0, hurried < Pace.mostHurried else {
            hurried = 0
            return pause
        }
        hurried += 1
        return 0
    }
}
