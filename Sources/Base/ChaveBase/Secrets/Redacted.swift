/// A value that must not appear in a log, an error or a failed test: personal data, tokens, signatures.
///
/// Its description, its dump and its interpolation are `<redacted>`.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
