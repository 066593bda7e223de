import ChaveDeviceKeys
import ChaveWire
import Foundation
import Testing

@testable import ChaveSoftwareAuthenticator

/// What holds for every key store.
@Suite struct KeyStoreConformanceTests {
    enum Backend: CaseIterable {
        case memory, passphrase, keyFile, reserving

        func store(_ directory: TemporaryDirectory) throws -> any KeyStore {
            switch self {
            case .memory: MemoryKeyStore()
            case .passphrase: try EncryptedKeyStore(directory: directory.store, protection: .test)
            case .keyFile:
                try EncryptedKeyStore(directory: directory.store, protection: .keyFile(path: directory.path + "/key"))
            case .reserving:
                try EncryptedKeyStore(directory: directory.store, protection: .test, counterReservation: 5)
            }
        }
    }

    private func store(_ backend: Backend, _ directory: TemporaryDirectory) throws -> any KeyStore {
        try backend.store(directory)
    }

    @Test(arguments: Backend.allCases)
    func whatIsInsertedIsThere(_ backend: Backend) throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        for (index, algorithm) in CredentialPrivateKey.algorithms.enumerated() {
            let credential = DeviceCredential(
                id: [UInt8](repeating: UInt8(index), count: index == 0 ? 1_023 : index),
                relyingPartyID: "a.example",
                userHandle: [1],
                userName: "ana çã 🗝",
                userDisplayName: "",
                privateKey: try .generate(algorithm),
                isDiscoverable: index == 1,
                createdAt: Int64(index) - 1,
                signCount: .max
            )
            try store.insert(credential)
            let read = try #require(try store.credential(credential.id))
            #expect(read.encoded() == credential.encoded())
            #expect(read.privateKey.publicKey == credential.privateKey.publicKey)
        }
        #expect(try store.credentials().map(\.createdAt) == [1, 0, -1])
    }

    @Test(arguments: Backend.allCases)
    func absenceIsAnAnswer(_ backend: Backend) throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        #expect(try store.credential([1]) == nil)
        #expect(try store.credentials().isEmpty)
        #expect(try store.secret("a") == nil)
        #expect(try store.secretNames().isEmpty)
        try store.removeCredential([1])
        try store.removeSecret("a")
    }

    @Test(arguments: Backend.allCases)
    func aTakenIDLeavesTheStoredCredentialUntouched(_ backend: Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        let first = try Sample.credential()
        try store.insert(first)
        await expectCode(.store) { try store.insert(Sample.credential()) }
        #expect(try store.credential([1, 2, 3])?.encoded() == first.encoded())
    }

    @Test(arguments: Backend.allCases)
    func whatIsRemovedIsGone(_ backend: Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.insert(Sample.credential())
        _ = try store.nextSignCount(of: [1, 2, 3])
        try store.removeCredential([1, 2, 3])
        #expect(try store.credential([1, 2, 3]) == nil)
        await expectCode(.noCredential) { try store.nextSignCount(of: [1, 2, 3]) }
    }

    @Test(arguments: Backend.allCases)
    func countersOnlyRise(_ backend: Backend) throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.insert(Sample.credential(signCount: 41))
        #expect(try (0..<12).map { _ in try store.nextSignCount(of: [1, 2, 3]) } == Array(42...53))
    }

    @Test(arguments: Backend.allCases)
    func aCounterIsNeverGivenTwiceToRacingCallers(_ backend: Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.insert(Sample.credential())
        let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for _ in 0..<40 { group.addTask { try store.nextSignCount(of: [1, 2, 3]) } }
            return try await group.reduce(into: [UInt32]()) { $0.append($1) }
        }
        #expect(Set(counts).count == 40)
    }

    @Test(arguments: Backend.allCases)
    func theLastCounterIsTheEndAndNoTrap(_ backend: Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.insert(Sample.credential(signCount: .max - 2))
        #expect(try store.nextSignCount(of: [1, 2, 3]) == .max - 1)
        #expect(try store.nextSignCount(of: [1, 2, 3]) == .max)
        await expectCode(.notAllowed) { try store.nextSignCount(of: [1, 2, 3]) }
    }

    @Test(arguments: Backend.allCases)
    func secretsAreSetReplacedAndRemoved(_ backend: Backend) throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        for (name, bytes) in [("b", []), ("a", [1]), ("a", [2, 3]), ("", [4]), ("../ç/\0", [5])] as [(String, [UInt8])]
        {
            try store.setSecret(name, bytes)
            #expect(try store.secret(name) == bytes)
        }
        #expect(try store.secretNames() == ["", "../ç/\0", "a", "b"])
        try store.removeSecret("a")
        #expect(try store.secret("a") == nil)
        #expect(try store.secretNames() == ["", "../ç/\0", "b"])
        #expect(try store.credentials().isEmpty)
    }

    @Test(arguments: Backend.allCases)
    func namesThatOnlyLookAlikeAreTwo(_ backend: Backend) throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.setSecret("\u{212A}", [1])
        #expect(try store.secret("K") == nil)
    }

    @Test(arguments: Backend.allCases)
    func manyStepsCanBeMadeOne(_ backend: Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try store(backend, directory)
        try store.setSecret("n", [0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try store.exclusively { () throws(DeviceKeyError) in
                        let value = try store.secret("n")?.first ?? 0
                        try store.setSecret("n", [value + 1])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.secret("n") == [30])
    }
}
