import Foundation

/// The replay guard, which remembers answered links for the lifetime of a request.
///
/// A replayed link gets the same answer as before, without a question to the holder. A holder who refused is not asked
/// again, and a wallet that lost the answer does not wait. The second answer carries no code. A failed link is not
/// remembered.
struct SpentLinks: Sendable {
    private struct Entry {
        let link: TokenActivationLink
        let outcome: TokenActivationOutcome
        let until: Date
    }

    /// The maximum number of links, which is more than a person can answer in five minutes.
    private static let mostEntries = 32
    private var entries: [Entry] = []

    mutating func add(_ request: TokenActivationRequest, _ outcome: TokenActivationOutcome, at now: Date) {
        let until = now + TokenActivationFlow.secondsToLive
        entries.append(Entry(link: request.link, outcome: outcome, until: until))
        entries.removeFirst(max(0, entries.count - SpentLinks.mostEntries))
    }

    mutating func outcome(of link: TokenActivationLink, at now: Date) -> TokenActivationOutcome? {
        entries.removeAll { now >= $0.until }
        return entries.last { $0.link == link }?.outcome
    }
}
