public import Foundation

/// Receives every link that the system delivers to an app, and passes each one on once, to its taker.
///
/// A system has several ways to deliver one link: at the launch, to an existing scene, to the app's delegate, or as a
/// web activity. An app passes all of them to the intake. A link that arrives in two ways is one request. A link that
/// the person opens again, three seconds later or more, is a new request.
@MainActor
public final class LinkIntake {
    /// Returns whether this taker accepts a link; the intake does not ask the takers after it.
    public typealias Taker = @MainActor (URL) -> Bool

    /// The time in seconds in which the same URL counts as the same link.
    public nonisolated static let secondsOfOneLink: TimeInterval = 3

    private let takers: [Taker]
    private let clock: TokenActivationClock
    private var received: [(url: URL, isTaken: Bool, at: Date)] = []

    /// Creates an intake.
    ///
    /// - Parameters:
    ///   - takers: the takers in the order in which the intake asks them.
    ///   - clock: the clock that measures the three seconds.
    public init(takers: [Taker], clock: TokenActivationClock = .system) {
        self.takers = takers
        self.clock = clock
    }

    /// Creates an intake that asks a session first, then the takers of the rest of the app.
    public convenience init(_ session: TokenActivationSession, others: [Taker] = []) {
        self.init(takers: [{ session.open($0) }] + others)
    }

    /// Passes the link to the first taker that accepts it.
    ///
    /// - Returns: whether a taker accepts it; for a repeated link, the earlier result.
    @discardableResult
    public func receive(_ url: URL) -> Bool {
        let now = clock.now()
        // After the clock was set back, links from the future are dropped too.
        received.removeAll { !(0..<LinkIntake.secondsOfOneLink).contains(now.timeIntervalSince($0.at)) }
        if let known = received.first(where: { $0.url == url }) { return known.isTaken }
        // The link is recorded before it is passed on, because a taker may lead to the same link again.
        received.append((url, true, now))
        let isTaken = takers.contains { $0(url) }
        if !isTaken, let index = received.lastIndex(where: { $0.url == url }) { received[index].isTaken = false }
        return isTaken
    }
}
