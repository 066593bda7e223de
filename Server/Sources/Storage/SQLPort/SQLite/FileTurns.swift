public import SQLiteWriter

/// Runs turns in a file, whose only writer runs one job after the other, for all turns.
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
