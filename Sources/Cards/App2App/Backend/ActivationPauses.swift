public import Foundation

/// The number of tries of a backend call, and the pauses between them.
public struct ActivationPauses: Sendable {
    /// The number of tries, from 1 to 10, including the first.
    let tries: Int
    /// The pause before the second try in seconds; each later pause is twice as long as the one before.
    let firstSeconds: TimeInterval
    /// The longest pause in seconds, also when the backend asks for a longer one.
    let longestSeconds: TimeInterval
    /// Returns after that many seconds, or throws as soon as the task is cancelled.
    let sleep: @Sendable (TimeInterval) async throws -> Void

    /// Creates pauses, with tries limited to 1 to 10 and seconds to 0 to 3,600.
    ///
    /// A value that is not finite becomes the standard value.
    public init(
        tries: Int = 4,
        firstSeconds: TimeInterval = 1,
        longestSeconds: TimeInterval = 30,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.tries = min(max(tries, 1), 10)
        self.firstSeconds = firstSeconds.isFinite ? min(max(firstSeconds, 0), 3_600) : 1
        self.longestSeconds = longestSeconds.isFinite ? min(max(longestSeconds, 0), 3_600) : 30
        self.sleep = sleep
    }

    /// Four tries within about seven seconds, unless the backend asks for other pauses.
    public static let standard = ActivationPauses(sleep: RealTime.sleep)

    func seconds(afterTry number: Int, asked: Int?) -> TimeInterval {
        let own = (1..<max(number, 1)).reduce(firstSeconds) { pause, _ in pause * 2 }
        return min(asked.map { TimeInterval($0) } ?? own, longestSeconds)
    }
}
