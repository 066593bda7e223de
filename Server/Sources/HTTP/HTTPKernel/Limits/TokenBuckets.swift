import ChaveBase
import ChavePixModel

/// A rate that a caller may keep up, and how much of it may be used at once.
public struct RateLimit: Hashable, Sendable {
    public var perSecond: Double
    public var burst: Double

    public init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Refuses nothing.
    public static let none = RateLimit(perSecond: 0, burst: 0)

    package var isNone: Bool { perSecond <= 0 || burst < 1 }
}

/// A bucket of tokens for each key, refilled by time.
///
/// A bucket that is not here is full, so memory is bounded by forgetting: two generations of at most `capacity` keys; when
/// the young one is full, the old one goes. Whoever has that many keys to spare can have full buckets anyway.
struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    private let limit: RateLimit
    private let capacity: Int
    private var young: [Key: Bucket] = [:]
    private var old: [Key: Bucket] = [:]

    init(_ limit: RateLimit, capacity: Int) {
        self.limit = limit
        self.capacity = capacity
    }

    var count: Int { young.count + old.count }

    /// Takes one token; otherwise after how many seconds there is one, rounded up.
    mutating func take(_ key: Key, at now: Timestamp) -> Int? {
        if limit.isNone { return nil }
        var bucket = refilled(key, at: now)
        let wait = wait(for: bucket)
        if wait == nil { bucket.tokens -= 1 }
        store(bucket, for: key)
        return wait
    }

    /// The same without taking; a bucket that is known counts from `now`, so that a clock that was set back refills it.
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
        // A clock that was set back refills nothing, and counts from there.
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
