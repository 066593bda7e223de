import CSQLite
import Synchronization

/// Knows whether the writer may acknowledge writes: never again after a failed sync, and on a full disk once there is
/// room.
final class WriterHealth: Sendable {
    private enum State {
        case well
        /// The disk is full, and no stored write is in doubt.
        ///
        /// After `triedAgainAt`, the writer tries one batch again; it refuses the batches before.
        case full(any Error, triedAgainAt: ContinuousClock.Instant)
        case lost(any Error)
    }

    /// The time between a failure and the next attempt.
    ///
    /// It is short, so that an operator who frees the disk sees the effect at once. It is long enough that requests do
    /// not write to a full disk all the time.
    static let triesAgainAfter = Duration.milliseconds(500)

    private let state = Mutex(State.well)
    private let onFatal: @Sendable (any Error) -> Void
    private let uptime: @Sendable () -> ContinuousClock.Instant

    init(
        onFatal: @escaping @Sendable (any Error) -> Void,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.onFatal = onFatal
        self.uptime = uptime
    }

    var isHealthy: Bool {
        state.withLock { state in
            if case .well = state { return true }
            return false
        }
    }

    /// Whether writing is impossible until the next start.
    var isLost: Bool {
        state.withLock { state in
            if case .lost = state { return true }
            return false
        }
    }

    /// The refusal for the next batch; `nil` when the writer must try the batch.
    var refusal: WriterFault? {
        let now = uptime()
        return state.withLock { state in
            switch state {
            case .well: nil
            case .full(let error, let again): now < again ? WriterFault(.unhealthy, underlying: error) : nil
            case .lost(let error): WriterFault(.unhealthy, underlying: error)
            }
        }
    }

    /// Records a stored batch: there is room.
    func noteStored() {
        state.withLock { state in
            if case .full = state { state = .well }
        }
    }

    /// Records a failure that ends writing, and reports the first one that must end the process.
    func note(_ error: any Error) {
        let severity = FailureSeverity(of: error)
        let again = uptime() + WriterHealth.triesAgainAfter
        let mustEnd = state.withLock { state -> Bool in
            switch (severity, state) {
            case (.passing, _), (_, .lost): return false
            case (.untilThereIsRoom, _):
                state = .full(error, triedAgainAt: again)
                return false
            case (.stopsWriting, _):
                state = .lost(error)
                return false
            case (.fatal, _):
                state = .lost(error)
                return true
            }
        }
        if mustEnd { onFatal(error) }
    }
}

/// The meaning of a SQLite failure for everything after it.
enum FailureSeverity: Hashable, Sendable {
    /// The batch fails, and the next one may succeed: memory is missing, or another connection holds a lock.
    case passing
    /// The disk is full: SQLite has rolled the batch back, and the file is unchanged.
    ///
    /// The writer stores nothing until there is room.
    case untilThereIsRoom
    /// The writer stores nothing until the server's next start.
    case stopsWriting
    /// The content of the disk is unknown after a failed sync or a damaged file.
    ///
    /// After a failed sync, the kernel may have dropped the pages that the next sync would report as written.
    /// PostgreSQL panics for the same reason.
    case fatal

    init(of error: any Error) {
        guard let error = error as? SQLiteError else {
            self = .passing
            return
        }
        switch error.primaryCode {
        case SQLITE_FULL: self = .untilThereIsRoom
        // The shared-memory index could not grow: it holds no data that must last.
        case SQLITE_IOERR where error.code == ExtendedCode.sharedMemorySize: self = .untilThereIsRoom
        case SQLITE_READONLY: self = .stopsWriting
        case SQLITE_IOERR where error.code == ExtendedCode.noMemory: self = .passing
        case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB: self = .fatal
        default: self = .passing
        }
    }

    /// Whether an operation's `error` ends its whole batch, although SQLite may have gone on.
    static func endsBatch(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        if FailureSeverity(of: error) != .passing { return true }
        return [SQLITE_NOMEM, SQLITE_IOERR, SQLITE_INTERRUPT].contains(error.primaryCode)
    }
}

/// Extended codes of SQLITE_IOERR, whose names in the library Swift cannot import.
private enum ExtendedCode {
    static let noMemory = SQLITE_IOERR | 12 << 8
    static let sharedMemorySize = SQLITE_IOERR | 19 << 8
}
