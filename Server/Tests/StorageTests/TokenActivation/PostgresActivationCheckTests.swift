import CardsStores
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

private typealias Sample = ActivationSample

/// What a check of activations finds in PostgreSQL, where another hand has been.
@Suite struct PostgresActivationCheckTests {
    /// One activation with all that may belong to it, and an audit of three entries.
    private func withStore(
        _ body: (SQLTokenActivationStore, PostgresPool) async throws -> Void
    ) async throws {
        try await SharedServer.withPool("a check of activations") { pool async throws in
            let store = try await SQLTokenActivationStore(over: pool)
            var change = ActivationChange()
            change.writes = [.insert(Sample.activation())]
            change.audit = [Sample.fact("one"), Sample.fact("two"), Sample.fact("three")]
            #expect(try await store.commit(change) == .committed)
            #expect(try await store.check() == [])
            try await body(store, pool)
        }
    }

    private func damage(_ sql: StoredSQL, _ pool: PostgresPool) async throws {
        // Whoever does this has switched the constraints off.
        let statements = ["SET LOCAL session_replication_role = replica", sql.postgres].map { PostgresStatement($0) }
        let answers = try await pool.run(PostgresBatch(.writes, statements))
        #expect((answers.last?.count ?? 0) > 0, "nothing was damaged")
    }

    /// The damages that a check of a file finds too.
    @Test(arguments: [
        (StoredActivations.changingOutcome(ofEntry: 2), "the hash is not that of the entry"),
        (StoredActivations.blankingHash(ofEntry: 1), "the hash is not"),
        (StoredActivations.losingEntry(2), "an entry is missing before it"),
        (StoredActivations.losingEntry(1), "an entry is missing before it"),
        (StoredActivations.movingEntry(3, toChainOfCard: "V-2"), "the hash is not that of the entry"),
        (StoredActivations.garblingAllChains, "an entry of the audit cannot be read"),
        (StoredActivations.garblingAction(ofEntry: 1), "entry of the audit cannot be read"),
        (StoredActivations.garblingAllDetails, "activation a cannot be read"),
        (StoredActivations.garblingAllNetworks, "activation a cannot be read"),
    ])
    func damageIsFound(_ sql: StoredSQL, _ wanted: String) async throws {
        try await withStore { store, pool in
            try await damage(sql, pool)
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
            try await damage(StoredActivations.garblingDetails(of: "b"), pool)
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
            try await damage(StoredActivations.losingActivations, pool)
            #expect(
                try await store.check()
                    == StoredActivations.belongings.map {
                        "token activations: 1 rows of \($0) refer to nothing"
                    }
            )
        }
    }
}
