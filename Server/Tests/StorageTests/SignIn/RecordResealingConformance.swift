import ChaveBase
import ChavePixModel
import SignInModel
import Testing

/// The contract of `ResealableRecordStore`, one test body for every back end.
@Suite struct RecordResealingConformance {
    typealias Sample = RecordSample

    private static func resealable(_ store: any RecordStore) throws -> any ResealableRecordStore {
        try #require(store as? any ResealableRecordStore)
    }

    @Test(arguments: RecordBackend.allCases)
    func everyRecordIsReadOnceInTheOrderOfKeysInPieces(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let store = try Self.resealable(store)
            let keys = [
                Sample.key("b", of: "one"), Sample.key("a", kind: "client", of: "one"), Sample.key("", of: "one"),
                Sample.key("a\u{0}", of: "two"), Sample.key("a", of: "two"), Sample.key("caf\u{E9}", of: "two"),
            ]
            for key in keys { #expect(try await store.commit([.insert(key, Sample.body(1))]) == .committed) }
            let order = [keys[1], keys[2], keys[0], keys[4], keys[3], keys[5]]
            for size in [1, 2, 4, 50] {
                var found: [RecordKey] = []
                for _ in 0...keys.count {
                    found += try await store.everyRecord(after: found.last, limit: size).map(\.key)
                }
                #expect(found == order, "\(size) at a time")
            }
            for limit in [0, -1] { #expect(try await store.everyRecord(after: nil, limit: limit).isEmpty) }
        }
    }

    @Test(arguments: RecordBackend.allCases)
    func aRewriteRaisesTheVersionAndLeavesIndexesAndEnd(_ backend: RecordBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let store = try Self.resealable(store)
            let index = Sample.index("x", 1, unique: true)
            _ = try await store.commit([
                .insert(Sample.key("a"), Sample.body(1, index, expiringAt: 10)),
                .insert(Sample.key("b"), Sample.body(2)),
            ])
            _ = try await store.commit([.replace(Sample.key("b"), version: 1, Sample.body(3))])
            let rewritten = try await store.rewrite([
                StoredRecord(key: Sample.key("a"), version: 1, bytes: [9]),
                StoredRecord(key: Sample.key("b"), version: 1, bytes: [9]),
                StoredRecord(key: Sample.key("absent"), version: 1, bytes: [9]),
            ])
            #expect(rewritten == 1)
            let first = StoredRecord(key: Sample.key("a"), version: 2, bytes: [9])
            #expect(try await store.records(index, after: nil, limit: 9) == [first])
            #expect(try await store.record(Sample.key("b"))?.bytes.first == 3, "it has moved on")
            #expect(try await store.record(Sample.key("absent")) == nil)
            #expect(try await store.removeExpired(at: Timestamp(seconds: 10), limit: 9) == 1)
        }
    }
}
