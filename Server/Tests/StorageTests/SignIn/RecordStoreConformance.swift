import ChaveBase
import ChavePixModel
import SignInModel
import Testing

/// The contract of `RecordStore`, one test body for every back end: what a commit may do.
@Suite struct RecordStoreConformance {
    typealias Sample = RecordSample
    typealias Outcome = SignInModel.CommitOutcome

    @Test(arguments: RecordBackend.allCases)
    func whatIsReadIsWhatWasWritten(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let every = RecordBody(bytes: (0...255).map { UInt8($0) }, indexes: [], expiresAt: nil)
            #expect(try await store.commit([.insert(Sample.key("a"), every)]) == .committed)
            let read = try #require(try await store.record(Sample.key("a")))
            #expect(read.key == Sample.key("a"))
            #expect(read.bytes == every.bytes)
            #expect(read.version == 1)
            #expect(try await store.commit([.replace(Sample.key("a"), version: 1, Sample.body(9))]) == .committed)
            let changed = try #require(try await store.record(Sample.key("a")))
            #expect(changed.bytes == [9, 0, 255])
            #expect(changed.version == 2)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func whatWasNeverWrittenIsNotFound(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            #expect(try await store.commit([.insert(Sample.key("a"), Sample.body(1))]) == .committed)
            #expect(try await store.record(Sample.key("b")) == nil)
            #expect(try await store.record(Sample.key("a", kind: "client")) == nil)
            #expect(try await store.record(Sample.key("a", of: "two")) == nil)
            #expect(try await store.records(Sample.index("x", 1), after: nil, limit: 9).isEmpty)
            #expect(try await store.records(of: "two", kind: "user", after: nil, limit: 9).isEmpty)
            #expect(try await store.records(of: "one", kind: "client", after: nil, limit: 9).isEmpty)
        }
    }

    /// A text that a database ends at its first NUL, or that Swift takes for another, is another key all the same.
    @Test(arguments: RecordBackend.allCases)
    func keysAreComparedByBytes(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let ids = ["", "a", "a\u{0}", "a\u{0}b", "A", "caf\u{E9}", "cafe\u{301}"]
            for (number, id) in ids.enumerated() {
                let write = RecordWrite.insert(Sample.key(id), Sample.body(UInt8(number)))
                #expect(try await store.commit([write]) == .committed)
            }
            for (number, id) in ids.enumerated() {
                #expect(try await store.record(Sample.key(id))?.bytes.first == UInt8(number))
            }
        }
    }

    /// Every kind of write, against a record that is absent, of the version named, and of another.
    @Test(arguments: RecordBackend.allCases)
    func eachWriteIsRefusedWhereTheRecordIsNotAsItSays(_ backend: RecordBackend) async throws {
        let (key, body) = (Sample.key("a"), Sample.body(7))
        let cases: [(write: RecordWrite, absent: Outcome, asNamed: Outcome, another: Outcome)] = [
            (.insert(key, body), .committed, .conflict, .conflict),
            (.replace(key, version: 1, body), .conflict, .committed, .conflict),
            (.remove(key, version: 1), .conflict, .committed, .conflict),
            (.require(key, version: 1), .conflict, .committed, .conflict),
        ]
        for (write, absent, asNamed, another) in cases {
            try await backend.withStore { store, _ async throws in
                #expect(try await store.commit([write]) == absent, "\(write)")
            }
            try await backend.withStore { store, _ async throws in
                #expect(try await store.commit([.insert(key, Sample.body(1))]) == .committed)
                #expect(try await store.commit([write]) == asNamed, "\(write)")
            }
            try await backend.withStore { store, _ async throws in
                _ = try await store.commit([.insert(key, Sample.body(1))])
                _ = try await store.commit([.replace(key, version: 1, Sample.body(2))])
                #expect(try await store.commit([write]) == another, "\(write)")
                #expect(try await store.record(key)?.bytes.first == 2, "a refused write changes nothing")
            }
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func demandingAVersionChangesNothing(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, Sample.index("x", 1)))])
            #expect(try await store.commit([.require(Sample.key("a"), version: 1)]) == .committed)
            #expect(try await store.record(Sample.key("a"))?.version == 1)
            #expect(try await store.records(Sample.index("x", 1), after: nil, limit: 9).count == 1)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func anEmptyCommitIsDone(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in #expect(try await store.commit([]) == .committed) }
    }

    @Test(arguments: RecordBackend.allCases)
    func aRefusedThirdWriteTakesTheOthersWithIt(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let old = Sample.index("x", 1)
            _ = try await store.commit([.insert(Sample.key("old"), Sample.body(1, old))])
            let outcome = try await store.commit([
                .insert(Sample.key("new"), Sample.body(2, Sample.index("x", 2))),
                .replace(Sample.key("old"), version: 1, Sample.body(3, Sample.index("x", 3))),
                .require(Sample.key("absent"), version: 1),
            ])
            #expect(outcome == .conflict)
            #expect(try await store.record(Sample.key("new")) == nil)
            let kept = try #require(try await store.record(Sample.key("old")))
            #expect(kept.version == 1)
            #expect(kept.bytes == [1, 0, 255])
            #expect(try await store.records(old, after: nil, limit: 9) == [kept])
            for gone: UInt8 in [2, 3] {
                #expect(try await store.records(Sample.index("x", gone), after: nil, limit: 9).isEmpty)
            }
        }
    }

    /// Each write sees what those before it in the same commit did.
    @Test(arguments: RecordBackend.allCases)
    func writesOfACommitAreMadeInTheirOrder(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let value = Sample.index("x", 1, unique: true)
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, value))])
            let early = try await store.commit([
                .insert(Sample.key("b"), Sample.body(2, value)), .remove(Sample.key("a"), version: 1),
            ])
            #expect(early == .taken(index: "x"))
            let late = try await store.commit([
                .remove(Sample.key("a"), version: 1), .insert(Sample.key("b"), Sample.body(2, value)),
                .replace(Sample.key("b"), version: 1, Sample.body(3, value)),
            ])
            #expect(late == .committed)
            #expect(try await store.record(Sample.key("b"))?.version == 2)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: RecordBackend.allCases)
    func ofAHundredReplacesOfOneVersionOneIsCommitted(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(0))])
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for number in 1...100 {
                    group.addTask {
                        let body = Sample.body(UInt8(number))
                        return try await store.commit([.replace(Sample.key("a"), version: 1, body)])
                    }
                }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .conflict } == 99)
            #expect(try await store.record(Sample.key("a"))?.version == 2)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: RecordBackend.allCases)
    func ofAHundredClaimsOfOneValueOneIsCommitted(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for number in 1...100 {
                    group.addTask {
                        let body = Sample.body(1, Sample.index("x", 5, unique: true))
                        return try await store.commit([.insert(Sample.key("\(number)"), body)])
                    }
                }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .taken(index: "x") } == 99)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func aClosedStoreGivesAFaultForEachCall(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, close async throws in
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1))])
            await close()
            await #expect(throws: RecordStoreFault.self) { try await store.record(Sample.key("a")) }
            await #expect(throws: RecordStoreFault.self) {
                try await store.records(Sample.index("x", 1), after: nil, limit: 1)
            }
            await #expect(throws: RecordStoreFault.self) {
                try await store.records(of: "one", kind: "user", after: nil, limit: 1)
            }
            await #expect(throws: RecordStoreFault.self) {
                try await store.commit([.insert(Sample.key("b"), Sample.body(1))])
            }
            await #expect(throws: RecordStoreFault.self) {
                try await store.removeExpired(at: Timestamp(seconds: 1), limit: 1)
            }
            await #expect(throws: RecordStoreFault.self) {
                try await store.removeOldest(of: "one", kind: "user", keeping: 0, limit: 1)
            }
        }
    }

    /// The newest by id stay, and everything of other kinds and tenants.
    @Test(arguments: RecordBackend.allCases)
    func theOldestGoWhereThereAreMoreThanAreKept(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            for number in 0..<7 {
                let body = Sample.body(1, Sample.index("x", 3))
                #expect(try await store.commit([.insert(Sample.key("e\(number)", kind: "event"), body)]) == .committed)
            }
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1))])
            _ = try await store.commit([.insert(Sample.key("a", kind: "event", of: "two"), Sample.body(1))])
            func removed(keeping: Int, limit: Int) async throws -> Int {
                try await store.removeOldest(of: "one", kind: "event", keeping: keeping, limit: limit)
            }
            func left() async throws -> [String] {
                try await store.records(of: "one", kind: "event", after: nil, limit: 9).map(\.key.id)
            }
            #expect(try await removed(keeping: 7, limit: 9) == 0)
            #expect(try await removed(keeping: 8, limit: 9) == 0)
            #expect(try await removed(keeping: 4, limit: 0) == 0)
            #expect(try await removed(keeping: 4, limit: 2) == 2)
            #expect(try await left() == ["e2", "e3", "e4", "e5", "e6"])
            #expect(try await removed(keeping: 4, limit: 9) == 1)
            #expect(try await removed(keeping: 4, limit: 9) == 0)
            #expect(try await left() == ["e3", "e4", "e5", "e6"])
            #expect(try await removed(keeping: 0, limit: 9) == 4)
            #expect(try await left().isEmpty)
            #expect(try await store.record(Sample.key("a")) != nil)
            #expect(try await store.record(Sample.key("a", kind: "event", of: "two")) != nil)
            let led = try await store.records(Sample.index("x", 3, kind: "event"), after: nil, limit: 9)
            #expect(led.isEmpty, "their indexes go with them")
        }
    }
}
