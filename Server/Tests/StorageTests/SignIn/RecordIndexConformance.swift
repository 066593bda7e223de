import ChaveBase
import ChavePixModel
import SignInModel
import Testing

/// The contract of `RecordStore`: what records are found by, in which order, and when they go.
@Suite struct RecordIndexConformance {
    typealias Sample = RecordSample

    @Test(arguments: RecordBackend.allCases)
    func aUniqueValueHasOneRecordOfItsKind(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let mail = Sample.index("mail", 1, unique: true)
            let free = Sample.index("name", 1, unique: true)
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, mail))])
            let second = Sample.body(2, free, mail)
            #expect(try await store.commit([.insert(Sample.key("b"), second)]) == .taken(index: "mail"))
            let elsewhere = RecordWrite.insert(Sample.key("a", of: "two"), Sample.body(2, mail))
            #expect(try await store.commit([elsewhere]) == .taken(index: "mail"), "the digest tells tenants apart")
            let otherKind = Sample.body(3, Sample.index("mail", 1, kind: "client", unique: true))
            #expect(try await store.commit([.insert(Sample.key("b", kind: "client"), otherKind)]) == .committed)
            let otherName = Sample.body(4, Sample.index("other", 1, unique: true))
            #expect(try await store.commit([.insert(Sample.key("b"), otherName)]) == .committed)
            let otherValue = Sample.body(5, Sample.index("mail", 2, unique: true))
            #expect(try await store.commit([.insert(Sample.key("c"), otherValue)]) == .committed)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func aRecordMayKeepItsOwnValueAndNotTakeAnothers(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let (mine, other) = (Sample.index("x", 1, unique: true), Sample.index("x", 2, unique: true))
            _ = try await store.commit([
                .insert(Sample.key("a"), Sample.body(1, mine)), .insert(Sample.key("b"), Sample.body(1, other)),
            ])
            #expect(try await store.commit([.replace(Sample.key("a"), version: 1, Sample.body(2, mine))]) == .committed)
            let theft = RecordWrite.replace(Sample.key("a"), version: 2, Sample.body(3, other))
            #expect(try await store.commit([theft]) == .taken(index: "x"))
            #expect(try await store.record(Sample.key("a"))?.version == 2)
        }
    }

    /// A unique value is refused where a record has it at all; one that is not unique never is.
    @Test(arguments: RecordBackend.allCases)
    func onlyAUniqueValueIsRefused(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, Sample.index("x", 1)))])
            let unique = RecordWrite.insert(Sample.key("b"), Sample.body(1, Sample.index("x", 1, unique: true)))
            #expect(try await store.commit([unique]) == .taken(index: "x"))
            let shared = RecordWrite.insert(Sample.key("b"), Sample.body(1, Sample.index("x", 1)))
            #expect(try await store.commit([shared]) == .committed)
            let found = try await store.records(Sample.index("x", 1), after: nil, limit: 9)
            #expect(found.map(\.key.id) == ["a", "b"])
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func replacingMovesTheIndexAndRemovingFreesIt(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let (old, new) = (Sample.index("x", 1, unique: true), Sample.index("x", 2, unique: true))
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, old))])
            _ = try await store.commit([.replace(Sample.key("a"), version: 1, Sample.body(2, new))])
            #expect(try await store.records(old, after: nil, limit: 9).isEmpty)
            #expect(try await store.records(new, after: nil, limit: 9).map(\.version) == [2])
            #expect(try await store.commit([.insert(Sample.key("b"), Sample.body(3, old))]) == .committed)
            #expect(try await store.commit([.remove(Sample.key("a"), version: 2)]) == .committed)
            #expect(try await store.records(new, after: nil, limit: 9).isEmpty)
            #expect(try await store.commit([.insert(Sample.key("c"), Sample.body(4, new))]) == .committed)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func aRecordMayNameAValueTwiceAndSeveralOfAName(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let (one, two) = (Sample.index("x", 1), Sample.index("x", 2))
            #expect(try await store.commit([.insert(Sample.key("a"), Sample.body(1, one, one, two))]) == .committed)
            #expect(try await store.records(one, after: nil, limit: 9).count == 1)
            #expect(try await store.records(two, after: nil, limit: 9).count == 1)
        }
    }

    /// A global digest is the same for all tenants; one of a tenant leads to nobody else's.
    @Test(arguments: RecordBackend.allCases)
    func aDigestFindsWhoeverHasIt(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let (global, ofOne, ofTwo) = (Sample.index("g", 1), Sample.index("t", 2), Sample.index("t", 3))
            _ = try await store.commit([
                .insert(Sample.key("b", of: "one"), Sample.body(1, global, ofOne)),
                .insert(Sample.key("a", of: "two"), Sample.body(2, global, ofTwo)),
            ])
            let all = try await store.records(global, after: nil, limit: 9)
            #expect(all.map(\.key) == [Sample.key("b", of: "one"), Sample.key("a", of: "two")])
            #expect(try await store.records(ofOne, after: nil, limit: 9).map(\.key.tenant) == ["one"])
            #expect(try await store.records(ofTwo, after: nil, limit: 9).map(\.key.tenant) == ["two"])
            let rest = try await store.records(global, after: Sample.key("b", of: "one"), limit: 9)
            #expect(rest.map(\.key.tenant) == ["two"])
        }
    }

    /// By bytes: capitals before small letters, both before what is not ASCII.
    @Test(arguments: RecordBackend.allCases)
    func listsAreInTheOrderOfBytesAndCanBeReadInPieces(_ backend: RecordBackend) async throws {
        let order = ["10", "9", "B", "a", "a\u{0}", "ab", "b", "cafe\u{301}", "caf\u{E9}", "\u{FFFD}", "\u{1F600}"]
        try await backend.withStore { store, _ async throws in
            let writes = order.shuffled().map { id in
                RecordWrite.insert(Sample.key(id), Sample.body(1, Sample.index("x", 1)))
            }
            _ = try await store.commit(
                writes + [.insert(Sample.key("0", of: "other"), Sample.body(1, Sample.index("y", 1)))]
            )
            for size in [1, 2, 3, order.count, 50] {
                var (byIndex, byTenant): ([StoredRecord], [StoredRecord]) = ([], [])
                for _ in 0...order.count {
                    byIndex += try await store.records(Sample.index("x", 1), after: byIndex.last?.key, limit: size)
                    byTenant += try await store.records(
                        of: "one",
                        kind: "user",
                        after: byTenant.last?.key.id,
                        limit: size
                    )
                }
                #expect(byIndex.map { Array($0.key.id.utf8) } == order.map { Array($0.utf8) }, "\(size) at a time")
                #expect(byTenant.map { Array($0.key.id.utf8) } == order.map { Array($0.utf8) }, "\(size) at a time")
            }
        }
    }

    @Test(arguments: RecordBackend.allCases, [0, -1])
    func noneAreGivenWhereNoneAreAskedFor(_ backend: RecordBackend, _ limit: Int) async throws {
        try await backend.withStore { store, _ async throws in
            let body = Sample.body(1, Sample.index("x", 1), expiringAt: 5)
            _ = try await store.commit([.insert(Sample.key("a"), body)])
            #expect(try await store.records(Sample.index("x", 1), after: nil, limit: limit).isEmpty)
            #expect(try await store.records(of: "one", kind: "user", after: nil, limit: limit).isEmpty)
            #expect(try await store.removeExpired(at: Timestamp(seconds: 9), limit: limit) == 0)
            #expect(try await store.record(Sample.key("a")) != nil)
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func whatIsOverGoesOldestFirstAndFreesItsValues(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let value = Sample.index("x", 1, unique: true)
            _ = try await store.commit([
                .insert(Sample.key("late"), Sample.body(1, expiringAt: 11)),
                .insert(Sample.key("now"), Sample.body(2, value, expiringAt: 10)),
                .insert(Sample.key("early"), Sample.body(3, expiringAt: 4)),
                .insert(Sample.key("never"), Sample.body(4)),
            ])
            let now = Timestamp(seconds: 10)
            #expect(try await store.removeExpired(at: now, limit: 1) == 1)
            #expect(try await store.record(Sample.key("early")) == nil)
            #expect(try await store.record(Sample.key("now")) != nil)
            #expect(try await store.removeExpired(at: Timestamp(microseconds: 9_999_999), limit: 9) == 0)
            #expect(try await store.removeExpired(at: now, limit: 9) == 1)
            #expect(try await store.records(value, after: nil, limit: 9).isEmpty)
            #expect(try await store.commit([.insert(Sample.key("next"), Sample.body(5, value))]) == .committed)
            let left = try await store.records(of: "one", kind: "user", after: nil, limit: 9)
            #expect(left.map(\.key.id) == ["late", "never", "next"])
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func aReplaceMovesTheEnd(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit([.insert(Sample.key("a"), Sample.body(1, expiringAt: 5))])
            _ = try await store.commit([.replace(Sample.key("a"), version: 1, Sample.body(1, expiringAt: 20))])
            #expect(try await store.removeExpired(at: Timestamp(seconds: 10), limit: 9) == 0)
            _ = try await store.commit([.replace(Sample.key("a"), version: 2, Sample.body(1))])
            #expect(try await store.removeExpired(at: Timestamp(seconds: 30), limit: 9) == 0)
        }
    }
}
