public import ChavePixModel

/// The settings of the console, with its key.
public struct ConsoleSettings: Sendable {
    /// The key that proves the operator.
    public var operatorKey: String
    /// The URL at which browsers reach the server, without a slash at the end.
    public var baseURL: String
    /// The institutions' names for people.
    public var bankNames: [InstitutionID: String]

    public init(operatorKey: String, baseURL: String, bankNames: [InstitutionID: String]) {
        self.operatorKey = operatorKey
        self.baseURL = baseURL
        self.bankNames = bankNames
    }

    /// The path of the console on its host.
    public static let mountPath = "/console"
    /// The last segment of a path whose response is held until something changes.
    public static let heldSegment = "live"

    var isSecure: Bool { baseURL.hasPrefix("https:") }
}
