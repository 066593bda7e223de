public import Foundation

/// How often a call to the backend is made again, and after what pause.
public struct ActivationPauses: Sendable {
    /// Tries in all, from 1 to 10.
    let tries: Int
    /// Before the second try; each later pause is twice as long.
    let firstSeconds: TimeInterval
    /// A backend that asks for more patience than this gets this much.
    let longestSeconds: TimeInterval
    /// Returns after so many seconds, or throws as soon as the task is cancelled.
    let sleep: @Sendable (TimeInterval) async throws -> Void

    /// Tries are cut to 1 to 10, pauses to 0 to 3,600 seconds; what is no number becomes the standard.
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

    /// Four tries within about seven seconds, where the backend asks for nothing else.
    public static let standard = ActivationPauses(sleep: RealTime.sleep)

    func seconds(afterTry number: Int, asked: Int?) -> TimeInterval {
        let own = (1..<max(number, 1)).reduce(firstSeconds) { pause, _ in pause * 2 }
        return min(asked.map { TimeInterval($0) } ?? own, longestSeconds)
    }
}
