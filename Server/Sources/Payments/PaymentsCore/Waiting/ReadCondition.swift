public import Waiting

/// What a read says of its patience and of what its caller knows already (Payments API, section 3).
public struct ReadCondition: Hashable, Sendable {
    /// How long the answer may be held; zero for not at all.
    public var waitMilliseconds: Int64
    public var known: KnownVersions

    public init(waitMilliseconds: Int64 = 0, known: KnownVersions = .unsaid) {
        self.waitMilliseconds = waitMilliseconds
        self.known = known
    }

    /// Answers at once, whatever the caller knows.
    public static let none = ReadCondition()
}

/// An object as answers show it, and the version that this is.
public struct Versioned<Resource: Sendable>: Sendable {
    public let resource: Resource
    public let version: Int64
}
