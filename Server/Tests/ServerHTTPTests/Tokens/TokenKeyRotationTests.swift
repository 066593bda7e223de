import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import PaymentsModel
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// The keys of widget tokens are exchanged without a restart (Payments API, section 11).
struct TokenKeyRotationTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "chave-keys-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    @Test func whatAnOlderKeySignedCountsUntilItsLastTokenIsDead() throws {
        try withDirectory { directory in
            let secrets = SecretFiles(dataDirectory: directory)
            let clock = TestClock(now: TestClock.beginning, seed: 3)
            let first = try secrets.tokenKeys(orMakeFrom: clock.randomBytes)
            #expect(first.older.isEmpty)
            let second = try secrets.rotateTokenKey(at: clock.now, endsOlder: false, randomBytes: clock.randomBytes)
            #expect(second.current.keyID != first.current.keyID)
            let stored = try #require(try secrets.storedTokenKeys())
            #expect(stored.current.publicKey == second.current.publicKey)
            #expect(stored.olderKeys(at: clock.now) == [first.current.publicKey])
            clock.advance(seconds: 24 * 60 * 60)
            #expect(stored.olderKeys(at: clock.now) == [first.current.publicKey])
            clock.advance(seconds: 60)
            #expect(stored.olderKeys(at: clock.now) == [])
            // The next rotation drops what is dead from the file.
            let third = try secrets.rotateTokenKey(at: clock.now, endsOlder: false, randomBytes: clock.randomBytes)
            #expect(third.older.map(\.key.keyID) == [second.current.keyID])
            let text = String(
                decoding: FileManager.default.contents(atPath: secrets.tokenKeyPath) ?? Data(),
                as: UTF8.self
            )
            #expect(!text.contains(first.current.keyID ?? "?"))
            let last = try secrets.rotateTokenKey(at: clock.now, endsOlder: true, randomBytes: clock.randomBytes)
            #expect(last.older.isEmpty)
            #expect(try secrets.storedTokenKeys()?.older.isEmpty == true)
        }
    }

    @Test func aFileOfAnEarlierProgramIsReadAndADamagedOneRefused() throws {
        try withDirectory { directory in
            let secrets = SecretFiles(dataDirectory: directory)
            let clock = TestClock(now: TestClock.beginning, seed: 4)
            #expect(throws: SecretFiles.Problem.self) {
                try secrets.rotateTokenKey(at: clock.now, endsOlder: false, randomBytes: clock.randomBytes)
            }
            let made = try secrets.tokenKeys(orMakeFrom: clock.randomBytes)
            let plain: JSONValue = [
                "id": .string(made.current.keyID ?? ""),
                "secret": .string(Base64URL.encode(made.current.secretBytes ?? [])),
            ]
            try PrivateFile.write(plain.encoded(), to: secrets.tokenKeyPath)
            #expect(try secrets.storedTokenKeys()?.current.publicKey == made.current.publicKey)
            guard var object = plain.object else { return }
            object["older"] = [["id": "x", "secret": "AAAA", "retired_at": "2026-03-02T12:00:00Z"]]
            try PrivateFile.write(JSONValue.object(object).encoded(), to: secrets.tokenKeyPath)
            #expect(throws: SecretFiles.Problem.damaged(secrets.tokenKeyPath)) { try secrets.storedTokenKeys() }
        }
    }

    /// What a running server does when the file has changed: old tokens live, new ones are signed anew; after a leak none live.
    @Test func aRunningServerTakesRotatedKeysWithoutARestart() async throws {
        try await withServer { server in
            let secrets = SecretFiles(dataDirectory: server.directory)
            let watch = KeyWatch(
                secrets: secrets,
                tokens: server.tokens,
                fieldKey: FieldKey(id: "f", secret: server.clock.randomBytes(32)),
                world: server.clock.world,
                logger: TokenKeyRotationTests.logger
            )
            _ = try secrets.tokenKeys(orMakeFrom: server.clock.randomBytes)
            try watch.reload()
            let old = try await TestDevice(server, of: server.shop)
            func status(_ device: TestDevice) async throws -> Int {
                try await device.send(.get("/payments/br/institutions/")).status
            }
            func rotate(endsOlder: Bool) throws {
                _ = try secrets.rotateTokenKey(
                    at: server.clock.now,
                    endsOlder: endsOlder,
                    randomBytes: server.clock.randomBytes
                )
                try watch.reload()
            }
            try rotate(endsOlder: false)
            #expect(try await status(old) == 200)
            let new = try await TestDevice(server, of: server.shop)
            #expect(try await status(new) == 200)
            #expect(header(old.access) != header(new.access))
            // A damaged file changes nothing.
            try PrivateFile.write(Array("{}".utf8), to: secrets.tokenKeyPath)
            #expect(throws: SecretFiles.Problem.damaged(secrets.tokenKeyPath)) { try watch.reload() }
            #expect(try await status(new) == 200)
            try FileManager.default.removeItem(atPath: secrets.tokenKeyPath)
            _ = try secrets.tokenKeys(orMakeFrom: server.clock.randomBytes)
            try rotate(endsOlder: true)
            #expect(try await status(old) == 401)
            #expect(try await status(new) == 401)
            #expect(try await status(try await TestDevice(server, of: server.shop)) == 200)
        }
    }

    private func header(_ token: String) -> Substring { token.prefix { $0 != "." } }
}
