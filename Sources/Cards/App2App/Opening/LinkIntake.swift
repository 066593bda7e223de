public import Foundation

/// Takes every link that the system hands to an app, and gives each to whoever it is for, once.
///
/// A system has many ways to hand over one link: with the launch, to a scene that is there already, to the app's
/// delegate, as an activity of the web. An app passes all of them on; of one link that comes by two of them, the second is
/// not a second request. A link that is opened again by the person, three seconds later or more, is one.
@MainActor
public final class LinkIntake {
    /// Whether a link is for this taker, which then has it; the next one is not asked.
    public typealias Taker = @MainActor (URL) -> Bool

    /// For so long the same URL is the same link, come by another way.
    public nonisolated static let secondsOfOneLink: TimeInterval = 3

    private let takers: [Taker]
    private let clock: TokenActivationClock
    private var received: [(url: URL, isTaken: Bool, at: Date)] = []

    /// - Parameters:
    ///   - takers: asked in this order.
    ///   - clock: by which three seconds are measured.
    public init(takers: [Taker], clock: TokenActivationClock = .system) {
        self.takers = takers
        self.clock = clock
    }

    /// For a session's links, then for those of the rest of the app.
    public convenience init(_ session: TokenActivationSession, others: [Taker] = []) {
        self.init(takers: [{ session.open($0) }] + others)
    }

    /// Gives the link to the first taker that it is for.
    ///
    /// - Returns: whether it is for one of them; for a link that has come before, what was said then.
    @discardableResult
    public func receive(_ url: URL) -> Bool {
        let now = clock.now()
        // A clock that was set back makes no link older than the oldest that counts.
        received.removeAll { !(0..<LinkIntake.secondsOfOneLink).contains(now.timeIntervalSince($0.at)) }
        if let known = received.first(where: { $0.url == url }) { return known.isTaken }
        // Known before it is given away: a taker may lead to the same link once more.
        received.append((url, true, now))
        let isTaken = takers.contains { $0(url) }
        if !isTaken, let index = received.lastIndex(where: { $0.url == url }) { received[index].isTaken = false }
        return isTaken
    }
}
