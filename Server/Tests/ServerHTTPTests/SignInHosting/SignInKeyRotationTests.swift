import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import PaymentsCore
import SQLiteWriter
import SignInCore
import SignInModel
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// The key of sign-in's records is exchanged, and nothing is lost on the way.
struct SignInKeyRotationTests {
    /// A directory with three users.
    private static func withUsers(_ body: (_ directory: String, SecretFiles) async throws -> Void) async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                for number in 1...3 { _ = try await parts.signIn.createUser(SignInHost.maria(number), of: tenant) }
            }
            try await body(directory, SecretFiles(dataDirectory: directory))
        }
    }

    private static func requireUsers(in directory: String) async throws {
        #expect(try await DataDirectory.check(.files(directory)) == [])
        try await SignInHost.withServer(in: directory) { _, parts in
            let tenant = try #require(parts.tenant)
            #expect(try await parts.signIn.tenant(ofAPIToken: tenant.apiToken) == tenant.tenant)
            #expect(try await parts.signIn.user(externalID: "c-2", of: tenant.tenant)?.email == "maria2@example.com")
        }
    }

    @Test func everyRecordIsSealedAnewAndTheOldKeyGoes() async throws {
        try await Self.withUsers { directory, secrets in
            let before = try #require(try secrets.storedSignInKeys())
            let rotated = try await DataDirectory.rotateSignInKey(.files(directory))
            let after = try #require(try secrets.storedSignInKeys())
            #expect(rotated.id == after.current.id && rotated.records >= 8)
            #expect(after.current.bytes != before.current.bytes && after.older.isEmpty)
            #expect(after.indexing == before.indexing)
            #expect(FileMode.of(secrets.signInKeyPath) == 0o600)
            try await Self.requireUsers(in: directory)
            // The old one opens nothing any more.
            try secrets.storeSignInKeys(before)
            await #expect(throws: SecretFiles.Problem.foreign(secrets.signInKeyPath)) {
                try await WholeServer.start(in: directory).close()
            }
        }
    }

    @Test func aRotationOfRecordsThatBrokeOffGoesOnWhereItStood() async throws {
        try await Self.withUsers { directory, secrets in
            var keys = try #require(try secrets.storedSignInKeys())
            keys.older = [keys.current]
            keys.current = SignInKeys.Secret(id: "next", bytes: [UInt8](repeating: 9, count: 32))
            try secrets.storeSignInKeys(keys)
            // A server in between reads with both and seals with the new one.
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                _ = try await parts.signIn.createUser(SignInHost.maria(4), of: tenant)
            }
            #expect(try await DataDirectory.rotateSignInKey(.files(directory)).id == "next")
            #expect(try #require(try secrets.storedSignInKeys()).older.isEmpty)
            try await Self.requireUsers(in: directory)
        }
    }

    @Test func whileAServerRunsItsKeyIsNotExchanged() async throws {
        try await Self.withUsers { directory, secrets in
            let before = try #require(try secrets.storedSignInKeys()).current.id
            try await SignInHost.withServer(in: directory) { _, _ in
                await #expect(throws: OpeningRefusal.inUse(lockFile: "\(directory)/signin.sqlite.lock")) {
                    try await DataDirectory.rotateSignInKey(.files(directory))
                }
            }
            #expect(try #require(try secrets.storedSignInKeys()).current.id == before)
        }
    }

    /// Somebody who administers would seal with the key that goes.
    @Test func asARotationRunsNobodyAdministersAndTheOtherWayRound() async throws {
        try await Self.withUsers { directory, secrets in
            let whileRotating: () async throws -> Void = {
                _ = await #expect(throws: SecretFiles.Problem.rotating(secrets.folder)) {
                    try await DataDirectory.administerSignIn(.files(directory)) { _ in }
                }
            }
            try await secrets.rotating(whileRotating)
            try await DataDirectory.administerSignIn(.files(directory)) { _ in
                await #expect(throws: SecretFiles.Problem.rotating(secrets.folder)) {
                    try await DataDirectory.rotateSignInKey(.files(directory))
                }
                // Two who administer do not disturb each other.
                try await DataDirectory.administerSignIn(.files(directory)) { _ in }
            }
        }
    }

    @Test func aRecordThatNoKeyOpensKeepsTheOldKey() async throws {
        try await Self.withUsers { directory, secrets in
            try await ServerStorage(.files(directory)).withRecords(.serving) { store in
                let key = RecordKey(tenant: "padaria-aurora", kind: "user", id: "damaged")
                let body = RecordBody(bytes: Array("not sealed".utf8), indexes: [], expiresAt: nil)
                let outcome = try await store.commit([.insert(key, body)])
                #expect(outcome == .committed)
            }
            let refusal = await #expect(throws: SignInKeyRotation.Unreadable.self) {
                try await DataDirectory.rotateSignInKey(.files(directory))
            }
            #expect(refusal?.count == 1)
            #expect(try #require(try secrets.storedSignInKeys()).older.count == 1)
        }
    }
}
