import ChaveBase
import ChavePixModel
import Foundation
import PaymentsModel
import PostgresNodes
import SignInCore
import SignInModel
import Synchronization
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// Nodes that come or write while a rotation is under way.
@Suite(.timeLimit(.minutes(10))) struct NodeRotationTests {
    private static let node = LivingNode(id: 7, name: "other:8080", version: "1", connections: 8, fieldKeys: [])

    /// Two directories with the same keys, and a tenant that is sealed with them.
    private func withTenant(_ name: String, _ body: (DatabaseScene, TenantID) async throws -> Void) async throws {
        try await DatabaseScene.with(name) { scene in
            await (try await scene.start(0)).close()
            try scene.copyKeys()
            let tenant = try #require(TenantID("padaria"))
            try await DataDirectory.administerSignIn(scene.place(0)) { signIn in
                _ = try await signIn.createTenant(tenant, displayName: "Padaria")
            }
            try await body(scene, tenant)
        }
    }

    /// The rotation broke off after its first step: both keys are there, and nothing is sealed anew yet.
    @Test func aNodeThatStartsDuringARotationOfSignInsKeyHasBothKeysOrIsRefused() async throws {
        try await withTenant("a node during a rotation") { scene, tenant in
            let secrets = SecretFiles(dataDirectory: scene.directories[0])
            try await scene.withKeys(0) { keys in
                var next = try #require(try secrets.storedSignInKeys())
                next.older = [next.current]
                next.current = SignInKeys.Secret(id: "next", bytes: [UInt8](repeating: 9, count: 32))
                try await keys.replacing { [next] in try $0.storeSignInKeys(next) }
            }
            let path = scene.path(.signIn, of: 1)
            let refusal = await #expect(throws: SecretFiles.Problem.self) {
                await (try await scene.start(1)).close()
            }
            guard case .differing(path, _)? = refusal else {
                Issue.record("it would seal with the key that goes: \(String(describing: refusal))")
                return
            }
            try scene.copyKeys(.signIn)
            let node = try await scene.start(1)
            let signIn = try #require(node.signInParts).signIn
            #expect(try await signIn.tenant(tenant)?.displayName == "Padaria", "sealed with the older key")
            let other = try #require(TenantID("acougue"))
            _ = try await signIn.createTenant(other, displayName: "Acougue")
            await node.close()
            #expect(try await DataDirectory.rotateSignInKey(scene.place(0)).id == "next")
            #expect(try #require(try secrets.storedSignInKeys()).older.isEmpty)
            let after = try await scene.start(0)
            for id in [tenant, other] { #expect(try await after.signInParts?.signIn.tenant(id) != nil) }
            await after.close()
        }
    }

    /// It had read its file before the rotation began, and tells of itself only now: it may seal with the older key.
    @Test func aNodeThatComesWhileRecordsAreSealedAnewKeepsTheOlderKey() async throws {
        try await withTenant("a node amid a rotation") { scene, tenant in
            let secrets = SecretFiles(dataDirectory: scene.directories[0])
            try await ServerStorage.with(scene.place(0)) { storage in
                let keys = try await storage.openKeys(.beside)
                let register = try #require(keys.register)
                try await storage.withRecords(.beside) { records in
                    let store = WatchedRecords(records: records) { try? await register.beat(Self.node) }
                    let rotation = SignInKeyRotation(shared: keys, store: store, randomBytes: World.live.randomBytes)
                    await #expect(throws: SignInKeyRotation.NodesServe(nodes: ["other:8080"])) {
                        try await rotation.run()
                    }
                    #expect(try #require(try secrets.storedSignInKeys()).older.count == 1)
                    try await register.leave(Self.node.id)
                }
            }
            _ = try await DataDirectory.rotateSignInKey(scene.place(0))
            #expect(try #require(try secrets.storedSignInKeys()).older.isEmpty)
            let after = try await scene.start(0)
            #expect(try await after.signInParts?.signIn.tenant(tenant) != nil)
            await after.close()
        }
    }

    /// What broke off an hour ago does not say since when the nodes wrap with the newer key: it is seen now that they do.
    @Test func theGraceOfARetiredFieldKeyBeginsAnewWithEachRun() async throws {
        try await DatabaseScene.with("a grace") { scene in
            await (try await scene.start(0)).close()
            let secrets = SecretFiles(dataDirectory: scene.directories[0])
            let time = Mutex(Timestamp.current())
            let slept = Mutex<[Int]>([])
            var world = World.live.at { time.withLock { $0 } }
            world.sleep = { milliseconds in
                slept.withLock { $0.append(milliseconds) }
                time.withLock { $0 = $0.adding(microseconds: Int64(milliseconds) * 1_000) }
            }
            try await scene.withKeys(0) { [world] keys in
                let hourAgo = world.now().adding(seconds: -3_600)
                var exchanged = try #require(try secrets.storedFieldKeys())
                exchanged.older = [FieldKeys.Older(secret: exchanged.current, retiredAt: hourAgo)]
                exchanged.current = FieldKey.Secret(id: "next", bytes: [UInt8](repeating: 9, count: 32))
                try await keys.replacing { [exchanged] in try $0.storeFieldKeys(exchanged) }
            }
            let id = try await DataDirectory.rotateFieldKey(scene.place(0), world: world).id
            #expect(id == "next")
            let longest = slept.withLock { $0.max() ?? 0 }
            #expect(longest > Int(FieldKeys.Older.graceSeconds - 10) * 1_000, "\(longest) ms were waited at once")
            #expect(try #require(try secrets.storedFieldKeys()).older.isEmpty)
            await (try await scene.start(0)).close()
        }
    }
}

/// Records whose first walk is told of.
private struct WatchedRecords: ResealableRecordStore {
    let records: any TendedRecordStore
    let onWalk: @Sendable () async -> Void

    func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord] {
        if last == nil { await onWalk() }
        return try await records.everyRecord(after: last, limit: limit)
    }

    func rewrite(_ changed: [StoredRecord]) async throws(RecordStoreFault) -> Int { try await records.rewrite(changed) }

    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? { try await records.record(key) }

    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await records.records(index, after: last, limit: limit)
    }

    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await records.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        try await records.commit(writes)
    }

    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try await records.removeExpired(at: time, limit: limit)
    }

    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        try await records.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
    }
}
