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
