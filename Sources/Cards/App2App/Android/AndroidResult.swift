/// What the issuer's activity gives back with `setResult`.
public struct AndroidResult: Hashable, Sendable {
    /// The numbers are Android's own.
    public enum Code: Int, Hashable, Sendable {
        /// `Activity.RESULT_OK`.
        case ok = -1
        /// `Activity.RESULT_CANCELED`.
        case canceled = 0
    }

    /// What `setResult` is given.
    public let code: Code
    /// What the answer carries, by the names of the network.
    public let extras: [String: String]
}

extension AndroidResult: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidResult(\(code))" }
    public var customMirror: Mirror { Mirror(self, children: ["code": code]) }
}
