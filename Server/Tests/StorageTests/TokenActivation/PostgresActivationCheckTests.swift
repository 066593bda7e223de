import PostgresClient
import PostgresTestSupport
import StoragePostgres
import Testing
import TokenActivationCore

private typealias Sample = ActivationSample

/// What a check of activations finds in PostgreSQL, where another hand has been.
@Suite struct PostgresActivationCheckTests {
    /// One activation with all that may belong to it, and an audit of three entries.
    private func withStore(
        _ body: (PostgresTokenActivationStore, PostgresPool) async throws -> Void
    ) async throws {
        try await SharedServer.withPool("a check of activations") { pool async throws in
            let store = try await PostgresTokenActivationStore(over: pool)
            var change = ActivationChange()
            change.writes = [.insert(Sample.activation())]
            change.audit = [Sample.fact("one"), Sample.fact("two"), Sample.fact("three")]
            #expect(try await store.commit(change) == .committed)
            #expect(try await store.check() == [])
            try await body(store, pool)
        }
    }

    private func damage(_ sql: String, _ pool: PostgresPool) async throws {
        // Whoever does this has switched the constraints off.
        let statements = ["SET LOCAL session_replication_role = replica", sql].map { PostgresStatement($0) }
        let answers = try await pool.run(PostgresBatch(.writes, statements))
        #expect((answers.last?.count ?? 0) > 0, "nothing was damaged")
    }

    /// The damages that a check of a file finds too.
    @Test(arguments: [
        (#"UPDATE "audit_entry" SET "outcome" = 'ACTIVE' WHERE "sequence" = 2"#, "the hash is not that of the entry"),
        (#"UPDATE "audit_entry" SET "hash" = decode(repeat('00', 32), 'hex') WHERE "sequence" = 1"#, "the hash is not"),
        (#"DELETE FROM "audit_entry" WHERE "sequence" = 2"#, "an entry is missing before it"),
        (#"DELETE FROM "audit_entry" WHERE "sequence" = 1"#, "an entry is missing before it"),
        (#"UPDATE "audit_entry" SET "chain" = 'card/V-2' WHERE "sequence" = 3"#, "the hash is not that of the entry"),
        (#"UPDATE "audit_entry" SET "chain" = 'nonsense'"#, "an entry of the audit cannot be read"),
        (#"UPDATE "audit_entry" SET "action" = 'nonsense' WHERE "sequence" = 1"#, "entry of the audit cannot be read"),
        (#"UPDATE "activation" SET "detail" = 'nonsense'"#, "activation a cannot be read"),
        (#"UPDATE "activation" SET "network" = 'nonsense'"#, "activation a cannot be read"),
    ])
    func damageIsFound(_ sql: String, _ wanted: String) async throws {
        try await withStore { store, pool in
            for table in ["audit_entry", "activation"] where sql.contains("\"\(table)\"") {
                let named = sql.replacing("\"\(table)\"", with: "\"token_activations\".\"\(table)\"")
                try await damage(named, pool)
            }
            let found = try await store.check()
            #expect(found.contains { $0.contains(wanted) }, "\(found)")
            #expect(found.allSatisfy { $0.hasPrefix("token activations: ") && !$0.contains("V-1") })
        }
    }

    /// The others that are due are looked after.
    @Test func aDamagedActivationHoldsUpNoOther() async throws {
        try await withStore { store, pool in
            for id in ["b", "c"] {
                let token = TokenKey(network: .visa, id: "T-\(id)")
                let activation = Sample.activation(id, token: token, state: .activating(.unsure), wakeAt: 130)
                #expect(try await store.commit(.insert(activation)) == .committed)
            }
            let sql = #"UPDATE "token_activations"."activation" SET "detail" = 'nonsense' WHERE "id" = 'b'"#
            try await damage(sql, pool)
            #expect(try await store.dueActivations(at: Sample.time(130), limit: 9).map(\.id) == ["c"])
            #expect(try await store.check() == ["token activations: activation b cannot be read"])
            await #expect(throws: ActivationStoreFault.self) { try await store.activation("b") }
        }
    }

    @Test func whatRefersToNothingIsFound() async throws {
        try await withStore { store, pool in
            let writes: [ActivationChange.Write] = [
                .claim(Sample.claim("key", until: 200)), .insertNotice(Sample.notice()), .insertLink(Sample.link("s")),
            ]
            for write in writes { #expect(try await store.commit(write) == .committed) }
            #expect(try await store.check() == [])
            try await damage(#"DELETE FROM "token_activations"."activation""#, pool)
            #expect(
                try await store.check()
                    == ["idempotency_key", "notice", "suspension_link"].map {
                        "token activations: 1 rows of \($0) refer to nothing"
                    }
            )
        }
    }
}
