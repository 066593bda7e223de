package import ChaveBase
import ChavePixModel

/// A lasting rate for a caller, and the number of requests allowed at once.
public struct RateLimit: Hashable, Sendable {
    public var perSecond: Double
    public var burst: Double

    public init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// No limit.
    public static let none = RateLimit(perSecond: 0, burst: 0)

    package var isNone: Bool { perSecond <= 0 || burst < 1 }
}

/// A token bucket for each key, which time refills.
///
/// A bucket that is not stored is full, so forgetting buckets bounds the memory. There are two generations of at most
/// `capacity` keys; when the young one is full, the old one is dropped. A caller with that many keys could have full
/// buckets anyway.
package struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    private let limit: RateLimit
    private let capacity: Int
    private var young: [Key: Bucket] = [:]
    private var old: [Key: Bucket] = [:]

    package init(_ limit: RateLimit, capacity: Int) {
        self.limit = limit
        self.capacity = capacity
    }

    var count: Int { young.count + old.count }

    /// Takes one token; when there is none, returns the seconds until there is one, rounded up.
    package mutating func take(_ key: Key, at now: Timestamp) -> Int? {
        if limit.isNone { return nil }
        var bucket = refilled(key, at: now)
        let wait = wait(for: bucket)
        if wait == nil { bucket.tokens -= 1 }
        store(bucket, for: key)
        return wait
    }

    /// Returns the same as ``take(_:at:)`` and takes nothing.
    ///
    /// A known bucket restarts at `now`, so that it also refills after the clock was set back.
    mutating func wait(_ key: Key, at now: Timestamp) -> Int? {
        if limit.isNone { return nil }
        guard young[key] != nil || old[key] != nil else { return nil }
        let bucket = refilled(key, at: now)
        store(bucket, for: key)
        return wait(for: bucket)
    }

    private func wait(for bucket: Bucket) -> Int? {
        bucket.tokens >= 1 ? nil : max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up)))
    }

    private func refilled(_ key: Key, at now: Timestamp) -> Bucket {
        guard let known = young[key] ?? old[key] else { return Bucket(tokens: limit.burst, at: now) }
        // A clock that was set back adds no tokens; the bucket then counts from the new time.
        let seconds = max(0, Double(now.microseconds(since: known.at)) / 1_000_000)
        return Bucket(tokens: min(limit.burst, known.tokens + seconds * limit.perSecond), at: now)
    }

    private mutating func store(_ bucket: Bucket, for key: Key) {
        if young[key] == nil && young.count >= capacity {
            old = young
            young = [:]
        }
        young[key] = bucket
    }
}
