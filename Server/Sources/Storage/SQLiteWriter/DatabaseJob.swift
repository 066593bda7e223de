/// Work that waits for a connection, with a caller that waits for its outcome.
///
/// The connection's thread calls `run`, perhaps once more after a rollback, and then exactly one of `succeed` and
/// `fail`.
protocol DatabaseJob: AnyObject, Sendable {
    /// Whether it runs without a transaction; a write job then has the connection to itself.
    var isApart: Bool { get }
    func run(in database: SQLiteConnection) throws
    func succeed()
    func fail(_ error: any Error)
}

/// A job whose outcome is a `Value`.
///
/// Unchecked: only the thread that took the job from its queue uses `value`; the queue's lock orders that after the
/// initialiser.
final class TypedJob<Value: Sendable>: DatabaseJob, @unchecked Sendable {
    let isApart: Bool
    private let operation: @Sendable (SQLiteConnection) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private var value: Value?

    init(
        isApart: Bool = false,
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value,
        continuation: CheckedContinuation<Value, any Error>
    ) {
        self.isApart = isApart
        self.operation = operation
        self.continuation = continuation
    }

    func run(in database: SQLiteConnection) throws { value = try operation(database) }

    func succeed() {
        guard let value else { preconditionFailure("a job succeeds only after it has run") }
        continuation.resume(returning: value)
    }

    func fail(_ error: any Error) { continuation.resume(throwing: error) }
}
