import ChaveBase
import Foundation
import PaymentsModel
import PaymentsStores
import SQLiteWriter
import ServerTestSupport

/// Everything that stands behind the storage port, and so must keep the same contract.
enum Backend: String, CaseIterable, Sendable {
    case memory, sqlite, postgres

    /// Runs `body` with an empty store, and leaves nothing behind.
    func withStore(_ body: (any PaymentsStore) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryPaymentsStore())
        case .sqlite:
            try await withTemporaryDirectory { directory async throws in
                let store = try SQLPaymentsStore(directory: directory, options: .fast)
                do {
                    try await body(store)
                } catch {
                    await store.close()
                    throw error
                }
                await store.close()
            }
        case .postgres: try await DatabaseUnderTest.with(.postgres) { try await body($0.store) }
        }
    }
}

extension GroupCommitWriter.Options {
    /// Without a sync for each transaction: these tests do not cut the power.
    static var fast: Self {
        var options = Self()
        options.synchronous = .normal
        return options
    }
}

func withTemporaryDirectory(_ body: (String) async throws -> Void) async throws {
    let directory = NSTemporaryDirectory() + "chave-storage-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await body(directory)
}

/// What a commit came to, in a form that can be compared.
enum CommitOutcome: Hashable, Sendable {
    case stored, conflict, fault
    case taken(CommitFailure.UniqueValue)

    init(_ failure: CommitFailure) {
        switch failure {
        case .conflict: self = .conflict
        case .taken(let value): self = .taken(value)
        case .fault: self = .fault
        }
    }
}

extension PaymentsStore {
    func outcome(of change: Change) async -> CommitOutcome {
        do {
            try await commit(change)
            return .stored
        } catch {
            return CommitOutcome(error)
        }
    }

    func outcome(of writes: Change.Write...) async -> CommitOutcome { await outcome(of: Change(writes)) }

    func outcome(of idempotency: Change.IdempotencyWrite) async -> CommitOutcome {
        var change = Change()
        change.idempotency = idempotency
        return await outcome(of: change)
    }

    func store(_ writes: Change.Write...) async throws { try await commit(Change(writes)) }
}

extension Change {
    init(_ writes: [Change.Write]) {
        self.init()
        self.writes = writes
    }
}
