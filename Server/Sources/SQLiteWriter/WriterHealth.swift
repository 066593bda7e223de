import GRDB
import Synchronization

/// Whether the writer may still acknowledge; once lost, only a new start brings it back.
final class WriterHealth: Sendable {
    private let failure = Mutex<(any Error)?>(nil)
    private let onFatal: @Sendable (any Error) -> Void

    init(onFatal: @escaping @Sendable (any Error) -> Void) { self.onFatal = onFatal }

    var isHealthy: Bool { failure.withLock { $0 == nil } }

    /// What every write is answered with from now on; `nil` while healthy.
    var refusal: WriterFault? {
        failure.withLock { failure in
            failure.map { WriterFault(.unhealthy, underlying: $0) }
        }
    }

    /// Remembers the first failure that ends writing, and tells of one that must end the process.
    func note(_ error: any Error) {
        let severity = FailureSeverity(of: error)
        guard severity != .passing else { return }
        let isFirst = failure.withLock { failure in
            defer { failure = failure ?? error }
            return failure == nil
        }
        if isFirst && severity == .fatal { onFatal(error) }
    }
}

/// What a failure of SQLite means for everything after it.
enum FailureSeverity: Hashable, Sendable {
    /// The batch is lost, the next one may work: memory, a lock held by somebody else.
    case passing
    /// Nothing can be stored until room is made and the server started again.
    case stopsWriting
    /// What is on the disk is no longer known: after a failed sync the kernel may have dropped the very pages that
    /// the next sync would report as written (PostgreSQL panics on it for the same reason).
    case fatal

    init(of error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .passing
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY: self = .stopsWriting
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: self = .passing
        case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .fatal
        default: self = .passing
        }
    }

    /// Whether an operation that met `error` takes its whole batch with it, although SQLite may have gone on.
    static func endsBatch(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        if FailureSeverity(of: error) != .passing { return true }
        return [.SQLITE_NOMEM, .SQLITE_IOERR, .SQLITE_INTERRUPT].contains(error.resultCode)
    }
}
