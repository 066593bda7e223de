public import ChavePixModel

/// What the console is, and who may see it.
public struct ConsoleSettings: Sendable {
    /// Whoever has it is the operator.
    public var operatorKey: String
    /// How browsers reach the server, without a slash at the end.
    public var baseURL: String
    /// What people call the institutions.
    public var bankNames: [InstitutionID: String]

    public init(operatorKey: String, baseURL: String, bankNames: [InstitutionID: String]) {
        self.operatorKey = operatorKey
        self.baseURL = baseURL
        self.bankNames = bankNames
    }

    /// Where the console stands on its host.
    public static let mountPath = "/console"
    /// The last part of a path that is held until something changes.
    public static let heldSegment = "live"

    var isSecure: Bool { baseURL.hasPrefix("https:") }
}

/// Time and randomness, which come from outside.
public struct ConsoleWorld: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Milliseconds by a clock that is never set.
    public var uptimeMilliseconds: @Sendable () -> Int64
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Returns after that much time, or earlier when the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int) async -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp,
        uptimeMilliseconds: @escaping @Sendable () -> Int64,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        sleep: @escaping @Sendable (_ milliseconds: Int) async -> Void
    ) {
        self.now = now
        self.uptimeMilliseconds = uptimeMilliseconds
        self.randomBytes = randomBytes
        self.sleep = sleep
    }
}
