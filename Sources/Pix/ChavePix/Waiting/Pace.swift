/// The pause before a wait asks again.
///
/// A server that holds its responses gets the next question at once when it has shown a new version. It holds that
/// question until there is another version. Any other server gets the next question after the policy's interval, and so
/// does a server that claims to hold and does not.
struct Pace: Sendable {
    let intervalMilliseconds: Int64
    private(set) var knownTag: String?
    private var hurried = 0

    /// The maximum number of questions in a row without a pause.
    private static let mostHurried = 3
    private static let longestRetryAfterMilliseconds: Int64 = 30_000

    init(intervalMilliseconds: Int64) { self.intervalMilliseconds = intervalMilliseconds }

    /// The pause after a response; `elapsed` is the duration of the question, in milliseconds.
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
