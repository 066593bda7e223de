import Foundation

/// The replay guard: links that were answered, for as long as a request lives.
///
/// A link that comes again is answered as before, without a question to anybody: a holder who said no is not asked once
/// more, and a wallet that lost the answer does not wait. A code is not told twice. One that failed is not spent.
struct SpentLinks: Sendable {
    private struct Entry {
        let link: TokenActivationLink
        let outcome: TokenActivationOutcome
        let until: Date
    }

    /// More than a person can answer in five minutes.
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
