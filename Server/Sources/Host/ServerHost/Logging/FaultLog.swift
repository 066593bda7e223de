import ChaveBase
import Logging
import Synchronization

/// Logs repeated faults: the first of each kind at once, then at most one line a minute with their number.
final class FaultLog: Sendable {
    private let logger: Logger
    private let uptimeMilliseconds: @Sendable () -> Int64
    private let metadata: Logger.Metadata
    private let repetitions = Mutex(Repetitions())

    init(
        logger: Logger,
        metadata: Logger.Metadata = [:],
        uptimeMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.logger = logger
        self.metadata = metadata
        self.uptimeMilliseconds = uptimeMilliseconds
    }

    /// Notes a fault; `kind` is a name from this program, such as a type's name.
    func note(_ message: Logger.Message, kind: String) {
        guard let count = repetitions.withLock({ $0.count(kind, at: uptimeMilliseconds()) }) else { return }
        var metadata = metadata
        metadata["error"] = "\(kind)"
        if count > 1 { metadata["count"] = "\(count)" }
        logger.error(message, metadata: metadata)
    }
}

/// The number of events of each kind since the last log line.
struct Repetitions {
    static let sayEveryMilliseconds: Int64 = 60_000

    private struct Kind {
        var saidAt: Int64
        var unsaid = 0
    }

    private var kinds: [String: Kind] = [:]

    /// Counts one event, and returns the number to log now; `nil` when a line was logged within the last minute.
    mutating func count(_ kind: String, at uptimeMilliseconds: Int64) -> Int? {
        guard var known = kinds[kind] else {
            kinds[kind] = Kind(saidAt: uptimeMilliseconds)
            return 1
        }
        known.unsaid += 1
        let isDue = uptimeMilliseconds - known.saidAt >= Self.sayEveryMilliseconds
        let said = known.unsaid
        kinds[kind] = isDue ? Kind(saidAt: uptimeMilliseconds) : known
        return isDue ? said : nil
    }
}
