/// What the issuer's activity gives back with `setResult`.
public struct AndroidResult: Hashable, Sendable {
    /// The numbers are Android's own.
    public enum Code: Int, Hashable, Sendable {
        case ok = -1
        case canceled = 0
    }

    public let code: Code
    public let extras: [String: String]
}

extension AndroidResult: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidResult(\(code))" }
    public var customMirror: Mirror { Mirror(self, children: ["code": code]) }
}
