/// The place and the reason at which the JSON reader refuses bytes.
public struct JSONError: Error, Hashable, Sendable {
    /// The index of the first byte that cannot be part of the value, from 0.
    public let position: Int
    /// The problem at this position.
    public let problem: Problem

    /// A problem of a JSON text; the raw value describes the problem in words.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// There is no value.
        case empty = "there is no value"
        /// The text ends inside a value.
        case unexpectedEnd = "the text ends inside a value"
        /// This byte cannot stand here.
        case unexpectedByte = "this byte cannot stand here"
        /// There is more after the value.
        case trailingBytes = "there is more after the value"
        /// This is not a number.
        case invalidNumber = "this is not a number"
        /// This is not an escape sequence.
        case invalidEscape = "this is not an escape sequence"
        /// Half of a surrogate pair stands alone.
        case loneSurrogate = "half of a surrogate pair stands alone"
        /// A control character must be escaped.
        case controlCharacter = "a control character must be escaped"
        /// This is not UTF-8.
        case invalidUTF8 = "this is not UTF-8"
        /// This name stands twice in one object.
        case duplicateName = "this name stands twice in one object"
        /// Values are nested too deeply.
        case tooDeep = "values are nested too deeply"
        /// There are too many values.
        case tooManyValues = "there are too many values"
        /// The text is too long.
        case tooLong = "the text is too long"
    }

    /// Creates an error; `position` counts bytes from 0.
    public init(position: Int, problem: Problem) {
        self.position = position
        self.problem = problem
    }
}

/// The limits of a JSON text.
public struct JSONLimits: Hashable, Sendable {
    /// The longest text, in bytes.
    public var bytes: Int
    /// The maximum nesting of arrays and objects.
    public var depth: Int
    /// The maximum number of values in a text.
    public var values: Int

    /// Creates limits.
    public init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// 64 KiB, 32 levels, 8,192 values: more than any message of these APIs needs.
    public static let standard = JSONLimits(bytes: 64 * 1024, depth: 32, values: 8_192)

    /// For lists in a server's responses: 8 MiB, 32 levels, 200,000 values.
    public static let list = JSONLimits(bytes: 8 * 1024 * 1024, depth: 32, values: 200_000)
}
