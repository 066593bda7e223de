public import ChavePixModel
import ChaveWire

/// The world outside, as sign-in may touch it: built once, in `main`.
public struct SignInWorld: Sendable {
    /// What time it is said to be: in tokens, certificates, ids and records.
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

    /// What codes, sessions and links are written by and compared with; tokens and certificates go by ``now``.
    public func deadlineNow() -> Timestamp { now().adding(seconds: deadlinesAheadSeconds()) }

    /// A secret that nobody guesses: 32 random bytes, 43 characters.
    public func newSecret() -> String { Base64URL.encode(randomBytes(32)) }
}
