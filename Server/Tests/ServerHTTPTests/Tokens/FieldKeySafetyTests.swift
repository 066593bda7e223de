import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import PaymentsModel
import PaymentsStores
import Synchronization
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// A rotation loses no customer's key, whatever the running server does meanwhile.
struct FieldKeySafetyTests {
    private static func world(_ clock: TestClock, onWait: @escaping @Sendable () async -> Void) -> World {
        World(
            now: { clock.now },
            uptimeMilliseconds: { clock.now.microseconds / 1_000 },
            randomBytes: { clock.randomBytes($0) },
            sleep: { milliseconds in
                clock.advance(milliseconds: Int64(milliseconds))
                await onWait()
            }
        )
    }

    /// `keys/field.json` with the secret that the server began with.
    private static func firstKeys(_ server: TestServer) throws -> (SecretFiles, FieldKey.Secret) {
        let secrets = SecretFiles(dataDirectory: server.directory)
        let old = FieldKey.Secret(id: "field", bytes: server.fieldSecret)
        let keys = FieldKeys(current: old, next: nil, older: [], root: server.fieldSecret)
        try FileManager.default.createDirectory(atPath: secrets.folder, withIntermediateDirectories: true)
        try secrets.storeFieldKeys(keys)
        return (secrets, old)
    }

    /// A server that has not taken the file wraps with the old key after the first scan.
    @Test(arguments: [1, 100])
    func theOldKeyStaysAsLongAsAServerWrapsWithIt(lateWrites: Int) async throws {
        try await withServer { server in
            let (secrets, old) = try FieldKeySafetyTests.firstKeys(server)
            let made = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic)
            let waits = Mutex(0)
            let world = FieldKeySafetyTests.world(server.clock) {
                let wait = waits.withLock { waits in
                    waits += 1
                    return waits
                }
                // The first two waits are for the file to be noticed; then comes the grace.
                guard (3..<3 + lateWrites).contains(wait), let keys = try? secrets.storedFieldKeys() else { return }
                let stale = FieldKey(current: old, others: [keys.current], root: keys.root)
                _ = try? await Administration(store: server.store, world: server.clock.world)
                    .rewrapCustomers(with: stale, limit: 10)
            }
            let id = try #require(CustomerID(made.id))
            guard lateWrites == 1 else {
                await #expect(throws: FieldKeyRotation.StillInUse(path: secrets.fieldKeyPath)) {
                    try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
                }
                #expect(try secrets.storedFieldKeys()?.older.map(\.secret.id) == ["field"])
                return
            }
            let rotated = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
            #expect(rotated.customers == 2)
            let keys = try #require(try secrets.storedFieldKeys())
            #expect(keys.older.isEmpty)
            let wrapped = try #require(try await server.store.customer(id)?.key)
            _ = try keys.fieldKey.unwrap(wrapped)
            // Each scan but the first stands after a whole grace.
            let passed = server.clock.now.microseconds - TestClock.beginning.microseconds
            #expect(passed >= 2 * FieldKeys.Older.graceSeconds * 1_000_000)
        }
    }

    @Test func asOneRotationRunsAnotherIsRefused() async throws {
        try await withServer { server in
            let (secrets, _) = try FieldKeySafetyTests.firstKeys(server)
            _ = try secrets.tokenKeys(orMakeFrom: server.clock.randomBytes)
            let refused = Mutex<[SecretFiles.Problem]>([])
            let world = FieldKeySafetyTests.world(server.clock) {
                do {
                    _ = try await DataDirectory.rotateFieldKey(.files(server.directory), world: server.clock.world)
                } catch {
                    refused.withLock { $0 += (error as? SecretFiles.Problem).map { [$0] } ?? [] }
                }
                do {
                    _ = try await DataDirectory.rotateTokenKey(.files(server.directory), endsOlder: false)
                } catch {
                    refused.withLock { $0 += (error as? SecretFiles.Problem).map { [$0] } ?? [] }
                }
            }
            _ = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
            #expect(refused.withLock { $0 } == Array(repeating: .rotating(secrets.folder), count: 6))
            _ = try await DataDirectory.rotateTokenKey(.files(server.directory), endsOlder: false)
        }
    }

    /// Under sudo too: a file of root's own is one that the service cannot read.
    @Test func whatReplacesAKeyFileKeepsItsOwnerAndMode() async throws {
        try await withServer { server in
            let (secrets, _) = try FieldKeySafetyTests.firstKeys(server)
            let manager = FileManager.default
            var wanted: [FileAttributeKey: Int] = [.posixPermissions: 0o400]
            if getuid() == 0 { (wanted[.ownerAccountID], wanted[.groupOwnerAccountID]) = (65_533, 65_532) }
            try manager.setAttributes(wanted, ofItemAtPath: secrets.fieldKeyPath)
            _ = try await DataDirectory.rotateFieldKey(
                .files(server.directory),
                world: FieldKeySafetyTests.world(server.clock) {}
            )
            let attributes = try manager.attributesOfItem(atPath: secrets.fieldKeyPath)
            for (name, value) in wanted { #expect((attributes[name] as? NSNumber)?.intValue == value, "\(name)") }
        }
    }

    /// A file replaced before the first look counts, and one that could not be read is tried again.
    @Test func aWatchTakesWhatChangedBeforeItAndWhatItCouldNotReadAtFirst() async throws {
        try await withServer { server in
            let (secrets, old) = try FieldKeySafetyTests.firstKeys(server)
            func store(_ id: String) throws {
                try secrets.storeFieldKeys(
                    FieldKeys(
                        current: FieldKey.Secret(id: id, bytes: server.clock.randomBytes(32)),
                        next: nil,
                        older: [FieldKeys.Older(secret: old, retiredAt: server.clock.now)],
                        root: old.bytes
                    )
                )
            }
            @Sendable func mode(_ mode: Int) {
                try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: secrets.fieldKeyPath)
            }
            try store("first")
            let seen = Mutex<[String]>([])
            let next = FieldKeys(
                current: FieldKey.Secret(id: "second", bytes: server.clock.randomBytes(32)),
                next: nil,
                older: [],
                root: old.bytes
            )
            let world = FieldKeySafetyTests.world(server.clock) {
                let count = seen.withLock { seen in
                    seen.append(server.fieldKey.id)
                    return seen.count
                }
                switch count {
                case 1:
                    try? secrets.storeFieldKeys(next)
                    mode(0o644)
                case 2: mode(0o600)
                default: withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let watch = KeyWatch(
                secrets: secrets,
                tokens: server.tokens,
                fieldKey: server.fieldKey,
                world: world,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let running = Task { try await watch.run() }
            try await running.value
            #expect(seen.withLock { $0 } == ["first", "first", "second"])
        }
    }
}
