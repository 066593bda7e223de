public import Waiting

/// The wait time of a read, and the versions that its caller already knows (Payments API, section 3).
public struct ReadCondition: Hashable, Sendable {
    /// How long the response may be held; zero means not at all.
    public var waitMilliseconds: Int64
    public var known: KnownVersions

    public init(waitMilliseconds: Int64 = 0, known: KnownVersions = .unsaid) {
        self.waitMilliseconds = waitMilliseconds
        self.known = known
    }

    /// A read that responds at once, whatever the caller knows.
    public static let none = ReadCondition()
}

/// An object as responses show it, with its version.
public struct Versioned<Resource: Sendable>: Sendable {
    public let resource: Resource
    public let version: Int64
}
