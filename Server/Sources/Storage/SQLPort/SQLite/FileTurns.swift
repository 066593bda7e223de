public import SQLiteWriter

/// A file, whose one writer takes one piece of work after the other, whosever turn it is.
public struct FileTurns<Turn: Hashable & Sendable>: TurnStore {
    package let writer: GroupCommitWriter

    public init(_ writer: GroupCommitWriter) { self.writer = writer }

    public var isHealthy: Bool { writer.isHealthy }

    public func write<Value: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        try await writer.write { database in try work(database) }
    }

    public func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        try await writer.read { database in try work(database) }
    }

    public func close() async { await writer.close() }
}
