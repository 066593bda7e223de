public import ChavePixModel
import ChaveWire

/// The world outside, as activations may touch it: built once, in `main`.
public struct ActivationWorld: Sendable {
    /// What time it is said to be: in records, ids, the audit and beside the time at which a person was last there.
    public var now: @Sendable () -> Timestamp
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// How far the clock that deadlines read is ahead of ``now``: nothing, but in a sandbox whose clock was put forward.
    public var deadlinesAheadSeconds: @Sendable () -> Int64

    public init(
        now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        deadlinesAheadSeconds: @escaping @Sendable () -> Int64
    ) {
        self.now = now
        self.randomBytes = randomBytes
        self.deadlinesAheadSeconds = deadlinesAheadSeconds
    }

    /// What step-ups, locks, keys, links and leases are written by and compared with.
    ///
    /// A network of the sandbox says by this clock since when it waits. How long ago a person was there is reckoned by
    /// ``now``, as the token says it.
    public func deadlineNow() -> Timestamp { now().adding(seconds: deadlinesAheadSeconds()) }

    /// A new UUID in lower case, in time order (RFC 9562, section 5.7).
    public func newID() -> String { ResourceID<ActivationWorld>.version7(at: now(), random: randomBytes(8)).text }

    /// A secret that nobody guesses: 32 random bytes, 43 characters.
    public func newSecret() -> String { Base64URL.encode(randomBytes(32)) }
}
