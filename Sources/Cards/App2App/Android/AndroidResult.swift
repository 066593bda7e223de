/// The result that the issuer's activity returns with `setResult`.
public struct AndroidResult: Hashable, Sendable {
    /// The result code, with Android's own numbers.
    public enum Code: Int, Hashable, Sendable {
        /// `Activity.RESULT_OK`.
        case ok = -1
        /// `Activity.RESULT_CANCELED`.
        case canceled = 0
    }

    /// The code for `setResult`.
    public let code: Code
    /// The extras of the answer, with the network's names.
    public let extras: [String: String]
}

extension AndroidResult: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidResult(\(code))" }
    public var customMirror: Mirror { Mirror(self, children: ["code": code]) }
}
