import Testing

@testable import PostgresClient

/// Whether a pool says that its server is there.
@Suite(.timeLimit(.minutes(10))) struct ReachabilityTests {
    @Test func aFailureCountsWhereThereIsNoConnection() {
        let line = WaitingLine(seats: 2)
        let full = PostgresError(.noConnection, sqlState: "53300")
        #expect(!line.isFailing)
        line.noteFailure(full)
        #expect(line.isFailing)
        line.noteConnection()
        #expect(!line.isFailing)
        // One more was wanted, and others have all that there are: what is there is enough to go on with.
        line.noteFailure(full)
        #expect(!line.isFailing)
        // What was refused then says nothing of now.
        line.noteLoss()
        #expect(!line.isFailing)
        line.noteFailure(full)
        #expect(line.isFailing)
    }

    /// Nobody needs another connection afterwards, so none is made that would take the failure back.
    @Test func aPoolThatGotFewerThanItWantedIsReachable() async throws {
        try await PoolScene.withServer(
            settings: ["max_connections = 4", "superuser_reserved_connections = 0", "max_wal_senders = 0"],
            { $0.connections = 8 }
        ) { _, pool async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 { group.addTask { _ = try await pool.ask("SELECT pg_sleep(0.2)::text") } }
                try await group.waitForAll()
            }
            let load = pool.load
            #expect(load.idle <= 4 && load.waiting == 0)
            #expect(pool.isReachable)
        }
    }
}
