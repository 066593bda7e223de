import ChaveBase
import Crypto
import Synchronization

/// Access tokens that were verified lately, so that a device's next request costs no second verification of the same
/// signature.
///
/// A token's signature and what it says never change; its times are compared at each use, and whether its key and its
/// family live is looked up at each use as well. Tokens are known by their digest, so that none lies in memory. Two
/// generations of at most `capacity` tokens; when the young one is full, the old one goes.
final class VerifiedTokens: Sendable {
    /// What a token says, and the seconds in which that counts.
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

    /// What the token says; `nil` when it is not known, or not valid in that second: then the verification says why.
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

    /// How often all was forgotten: to be asked before a verification begins.
    var round: UInt64 { generations.withLock(\.round) }

    /// Nothing is kept of a verification that began before all was forgotten: its key may count no longer.
    func remember(_ entry: Entry, of token: String, since round: UInt64) {
        let digest = VerifiedTokens.digest(of: token)
        generations.withLock { generations in
            guard generations.round == round else { return }
            insert(entry, for: digest, into: &generations)
        }
    }

    /// Other keys count from now on.
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
