/// Where and why bytes are not JSON that this reader takes.
public struct JSONError: Error, Hashable, Sendable {
    /// The index of the first byte that cannot be part of the value, from 0.
    public let position: Int
    public let problem: Problem

    public enum Problem: String, Hashable, Sendable, CaseIterable {
        case empty = "there is no value"
        case unexpectedEnd = "the text ends inside a value"
        case unexpectedByte = "this byte cannot stand here"
        case trailingBytes = "there is more after the value"
        case invalidNumber = "this is not a number"
        case invalidEscape = "this is not an escape sequence"
        case loneSurrogate = "half of a surrogate pair stands alone"
        case controlCharacter = "a control character must be escaped"
        case invalidUTF8 = "this is not UTF-8"
        case duplicateName = "this name stands twice in one object"
        case tooDeep = "values are nested too deeply"
        case tooManyValues = "there are too many values"
        case tooLong = "the text is too long"
    }

    public init(position: Int, problem: Problem) {
        self.position = position
        self.problem = problem
    }
}

/// How much a JSON text may hold.
public struct JSONLimits: Hashable, Sendable {
    public var bytes: Int
    public var depth: Int
    public var values: Int

    public init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// 64 KiB, 32 levels, 8,192 values: more than any message of these APIs needs.
    public static let standard = JSONLimits(bytes: 64 * 1024, depth: 32, values: 8_192)

    /// For lists that a server answers to a client: 8 MiB, 200,000 values.
    public static let list = JSONLimits(bytes: 8 * 1024 * 1024, depth: 32, values: 200_000)
}
