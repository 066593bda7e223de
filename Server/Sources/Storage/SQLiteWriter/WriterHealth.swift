import CSQLite
import Synchronization

/// Whether the writer may acknowledge: lost for good after a failed sync, until there is room on a full disk.
final class WriterHealth: Sendable {
    private enum State {
        case well
        /// Nothing of what was written is in doubt. One batch is tried again after that moment, and the rest refused.
        case full(any Error, triedAgainAt: ContinuousClock.Instant)
        case lost(any Error)
    }

    /// How long after a failure a batch is tried again: soon enough that whoever freed the disk sees it at once, and
    /// seldom enough that a full disk is not written to for each request.
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

    /// Whether nothing can be written until the next start.
    var isLost: Bool {
        state.withLock { state in
            if case .lost = state { return true }
            return false
        }
    }

    /// What the next batch is answered with; `nil` when it is to be tried.
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

    /// A batch was stored: there is room.
    func noteStored() {
        state.withLock { state in
            if case .full = state { state = .well }
        }
    }

    /// Remembers a failure that ends writing, and tells of the first that must end the process.
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

/// What a failure of SQLite means for everything after it.
enum FailureSeverity: Hashable, Sendable {
    /// The batch is lost, the next one may work: memory, a lock held by somebody else.
    case passing
    /// The disk is full: SQLite has undone the batch, and the file is as it was. Nothing is stored until room is made.
    case untilThereIsRoom
    /// Nothing can be stored until the server is started again.
    case stopsWriting
    /// What is on the disk is no longer known: after a failed sync the kernel may have dropped the very pages that
    /// the next sync would report as written (PostgreSQL panics on it for the same reason).
    case fatal

    init(of error: any Error) {
        guard let error = error as? SQLiteError else {
            self = .passing
            return
        }
        switch error.primaryCode {
        case SQLITE_FULL: self = .untilThereIsRoom
        // The shared-memory index could not grow: it holds nothing that has to last.
        case SQLITE_IOERR where error.code == ExtendedCode.sharedMemorySize: self = .untilThereIsRoom
        case SQLITE_READONLY: self = .stopsWriting
        case SQLITE_IOERR where error.code == ExtendedCode.noMemory: self = .passing
        case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB: self = .fatal
        default: self = .passing
        }
    }

    /// Whether an operation that met `error` takes its whole batch with it, although SQLite may have gone on.
    static func endsBatch(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        if FailureSeverity(of: error) != .passing { return true }
        return [SQLITE_NOMEM, SQLITE_IOERR, SQLITE_INTERRUPT].contains(error.primaryCode)
    }
}

/// Kinds of SQLITE_IOERR; Swift does not see the library's own names of these.
private enum ExtendedCode {
    static let noMemory = SQLITE_IOERR | 12 << 8
    static let sharedMemorySize = SQLITE_IOERR | 19 << 8
}
