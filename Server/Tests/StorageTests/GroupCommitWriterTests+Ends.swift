import Testing

@testable import SQLiteWriter

/// A transaction or a snapshot that ended before its batch did.
extension GroupCommitWriterTests {
    /// SQLite ends a transaction by itself after some failures, which a job may keep to itself.
    @Test func aTransactionThatEndedEarlyStoresNothing() async throws {
        try await withWriter { writer async throws in
            let results = await writer.inOneBatch([
                { try insert(1, $0) }, { try $0.execute(sql: "ROLLBACK") }, { try insert(3, $0) },
            ]
            )
            for result in results { #expect(throws: WriterFault.self) { try result.get() } }
            #expect(try await rows(writer) == [])
            #expect(writer.isHealthy)
            try await writer.write { try insert(4, $0) }
            #expect(try await rows(writer) == [4])
        }
    }

    @Test func aSnapshotThatEndedEarlyIsFollowedByAnother() async throws {
        try await withWriter { writer async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        try await writer.read { database in
                            let isInside = database.isInsideTransaction
                            try database.execute(sql: "COMMIT")
                            return isInside
                        }
                    }
                }
                for try await isInside in group { #expect(isInside) }
            }
        }
    }
}
