import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import PaymentsModel
import PaymentsStores
import SQLiteWriter
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The keys that wrap those of customers are exchanged, all that was sealed stays readable (Payments API, section 11).
struct FieldKeyRotationTests {
    /// A world in which each wait is told of instead of taken.
    private static func world(_ clock: TestClock, onWait: @escaping @Sendable () -> Void) -> World {
        World(
            now: { clock.now },
            uptimeMilliseconds: { clock.now.microseconds / 1_000 },
            randomBytes: { clock.randomBytes($0) },
            sleep: { _ in onWait() }
        )
    }

    private static func number(_ reply: Reply) throws -> CustomerID { try #require(CustomerID(reply.id)) }

    @Test func aSecretOfAMerchantIsReadAfterAnExchange() throws {
        let first = FieldKey.Secret(id: "a", bytes: Array(repeating: 1, count: 32))
        let next = FieldKey.Secret(id: "b", bytes: Array(repeating: 2, count: 32))
        let secret = Array("segredo do endpoint".utf8)
        let key = FieldKey(id: first.id, secret: first.bytes)
        let sealed = try key.sealSecret(secret, field: "webhook/1/secret") { Array(repeating: 3, count: $0) }
        key.replaceMasters(current: next, others: [])
        #expect(try key.openSecret(sealed, field: "webhook/1/secret") == secret)
        let restarted = FieldKey(current: next, others: [], root: first.bytes)
        #expect(try restarted.openSecret(sealed, field: "webhook/1/secret") == secret)
        #expect(throws: SealingError.damaged(field: "webhook/2/secret")) {
            try restarted.openSecret(sealed, field: "webhook/2/secret")
        }
    }

    @Test func everyCustomersKeyIsWrappedAnewAndTheOldOneGoes() async throws {
        try await withServer { server in
            let secrets = SecretFiles(dataDirectory: server.directory)
            let first = FieldKeys(
                current: FieldKey.Secret(id: "field", bytes: server.fieldSecret),
                next: nil,
                older: [],
                root: server.fieldSecret
            )
            try FileManager.default.createDirectory(
                atPath: "\(server.directory)/keys",
                withIntermediateDirectories: true
            )
            try secrets.storeFieldKeys(first)
            let watch = KeyWatch(
                secrets: secrets,
                tokens: server.tokens,
                fieldKey: server.fieldKey,
                world: server.clock.world,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let made = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic)
            let id = try FieldKeyRotationTests.number(made)
            // A running server takes the file at each wait; between two, customers are made with what it has.
            let steps = Mutex<[Int]>([])
            let world = FieldKeyRotationTests.world(server.clock) {
                try? watch.reloadFieldKeys()
                steps.withLock { $0.append((try? secrets.storedFieldKeys()?.older.count) ?? -1) }
            }
            let rotated = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
            try watch.reloadFieldKeys()
            // Known before it wraps, and the old one opens until all is wrapped anew and its grace is over.
            #expect(steps.withLock { $0 } == [0, 1, 1])
            #expect(rotated.customers == 1 && rotated.id != "field")
            #expect(try await server.store.customer(id)?.key?.keyID == rotated.id)
            let text = String(
                decoding: FileManager.default.contents(atPath: secrets.fieldKeyPath) ?? Data(),
                as: UTF8.self
            )
            #expect(!text.contains(#""id":"field""#))
            // The same person is read, found by CPF and name, and is no other one.
            let path = "/payments/br/customers/"
            #expect(try await server.done(.get("\(path)\(made.id)/"), as: server.shop.basic).body == made.body)
            for query in ["identifier=\(Bodies.customer()["identifier"]?.string ?? "")", "search=alice"] {
                let list = try await server.done(.get("\(path)?\(query)"), as: server.shop.basic)
                #expect(list.resultIDs == [made.id], "\(query)")
            }
            // A server that starts anew opens it too; with the old secret alone nobody does.
            let wrapped = try #require(try await server.store.customer(id)?.key)
            _ = try #require(try secrets.storedFieldKey()).unwrap(wrapped)
            #expect(throws: SealingError.unknownKey) {
                try FieldKey(id: "field", secret: server.fieldSecret).unwrap(wrapped)
            }
            // Again: another key.
            let again = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
            #expect(again.id != rotated.id && again.customers == 1)
        }
    }

    /// What an interrupted rotation left is gone on with, and makes no further key.
    @Test(arguments: [false, true])
    func aRotationThatBrokeOffGoesOnWhereItStood(isWrapping: Bool) async throws {
        try await withServer { server in
            let secrets = SecretFiles(dataDirectory: server.directory)
            let old = FieldKey.Secret(id: "field", bytes: server.fieldSecret)
            let new = FieldKey.Secret(id: "new", bytes: server.clock.randomBytes(32))
            let made = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic)
            try FileManager.default.createDirectory(
                atPath: "\(server.directory)/keys",
                withIntermediateDirectories: true
            )
            try secrets.storeFieldKeys(
                FieldKeys(
                    current: isWrapping ? new : old,
                    next: isWrapping ? nil : new,
                    older: isWrapping ? [FieldKeys.Older(secret: old, retiredAt: server.clock.now)] : [],
                    root: server.fieldSecret
                )
            )
            let world = FieldKeyRotationTests.world(server.clock) {}
            let rotated = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
            #expect(rotated.id == "new" && rotated.customers == 1)
            let stored = try #require(try await server.store.customer(try FieldKeyRotationTests.number(made)))
            #expect(stored.key?.keyID == "new")
            let keys = try #require(try secrets.storedFieldKeys())
            #expect(keys.older.isEmpty && keys.next == nil && keys.root == server.fieldSecret)
        }
    }
}
