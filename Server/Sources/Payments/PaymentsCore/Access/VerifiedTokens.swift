import ChaveBase
import Crypto
import Synchronization

/// A cache of recently verified access tokens, so that a device's next request needs no second signature verification.
///
/// A token's signature and claims never change. Each use compares the token's times and reads whether its key and its
/// family are still valid. The cache stores only digests of tokens, so no token stays in memory. The cache has two
/// generations of at most `capacity` tokens. When the young generation is full, the old one is dropped.
final class VerifiedTokens: Sendable {
    /// The claims of a token, and the seconds in which they are valid.
    struct Entry: Sendable {
        let claims: AccessTokens.Claims
        let seconds: Range<Int64>
    }

    private struct Generations {
        var young: [SHA256Digest: Entry] = [:]
        var old: [SHA256Digest: Entry] = [:]
        var round: UInt64 = 0
    }

    private let generations = Mutex(Generations())
    private let capacity: Int

    init(capacity: Int = 16_384) { self.capacity = capacity }

    /// The claims of a token; `nil` when the token is not cached, or not valid in that second.
    ///
    /// After `nil`, the full verification gives the reason.
    func claims(of token: String, at second: Int64) -> AccessTokens.Claims? {
        let digest = VerifiedTokens.digest(of: token)
        let found = generations.withLock { generations -> Entry? in
            if let entry = generations.young[digest] { return entry }
            guard let entry = generations.old[digest] else { return nil }
            insert(entry, for: digest, into: &generations)
            return entry
        }
        guard let found, found.seconds.contains(second) else { return nil }
        return found.claims
    }

    /// How often the cache was cleared; the caller reads this before it begins a verification.
    var round: UInt64 { generations.withLock(\.round) }

    /// Stores a verified token.
    ///
    /// A verification that began before the cache was cleared is not stored: its key may no longer be valid.
    func remember(_ entry: Entry, of token: String, since round: UInt64) {
        let digest = VerifiedTokens.digest(of: token)
        generations.withLock { generations in
            guard generations.round == round else { return }
            insert(entry, for: digest, into: &generations)
        }
    }

    /// Clears the cache, because other keys are valid from now on.
    func forgetAll() { generations.withLock { $0 = Generations(round: $0.round + 1) } }

    private func insert(_ entry: Entry, for digest: SHA256Digest, into generations: inout Generations) {
        if generations.young.count >= capacity {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[digest] = entry
    }

    private static func digest(of token: String) -> SHA256Digest { SHA256.hash(data: Array(token.utf8)) }
}
