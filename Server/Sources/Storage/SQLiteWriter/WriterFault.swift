/// The reason why the writer did not store a correct operation.
public struct WriterFault: Error, Sendable {
    public var reason: Reason
    /// SQLite's own error, if there was one.
    public var underlying: (any Error)?
    /// Whether the batch may still be stored after a restart: only when the commit itself failed.
    public var isOutcomeUnknown: Bool

    public enum Reason: Hashable, Sendable {
        /// A failure in the batch ended its transaction; no operation of the batch was acknowledged.
        case batchFailed
        /// An earlier failure stopped all writing: until the next start, or on a full disk until there is room.
        case unhealthy
        /// The writer was closed.
        case closed
    }

    public init(_ reason: Reason, underlying: (any Error)? = nil, isOutcomeUnknown: Bool = false) {
        self.reason = reason
        self.underlying = underlying
        self.isOutcomeUnknown = isOutcomeUnknown
    }
}

/// The reason why a database was not opened.
public enum OpeningRefusal: Error, Hashable, Sendable {
    /// Another process, or another writer of this one, has it open.
    case inUse(lockFile: String)
    case cannotLock(lockFile: String, errno: Int32)
    /// SQLite may not read or write the file, or finds no database in it; `code` is SQLite's result code.
    case cannotOpen(path: String, code: Int32)
    /// The connection did not accept a setting that durability depends on.
    case settingNotTaken(pragma: String, expected: String, found: String)
}
