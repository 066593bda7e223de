/// Why the writer could not store, though nothing was wrong with the operation itself.
public struct WriterFault: Error, Sendable {
    public var reason: Reason
    /// SQLite's own error, if there was one.
    public var underlying: (any Error)?
    /// Whether the batch may be found stored after a restart all the same: only when the commit itself failed.
    public var isOutcomeUnknown: Bool

    public enum Reason: Hashable, Sendable {
        /// Another operation of the same batch met a failure that ended the transaction; nothing was acknowledged.
        case batchFailed
        /// An earlier failure stopped all writing until the next start.
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

/// Why a database was not opened.
public enum OpeningRefusal: Error, Hashable, Sendable {
    /// Another process, or another writer of this one, has it open.
    case inUse(lockFile: String)
    case cannotLock(lockFile: String, errno: Int32)
    /// SQLite may not read or write the file, or finds no database in it; `code` is SQLite's.
    case cannotOpen(path: String, code: Int32)
    /// The connection did not take the setting that durability rests on.
    case settingNotTaken(pragma: String, expected: String, found: String)
}
