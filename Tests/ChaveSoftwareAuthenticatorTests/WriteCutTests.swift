import ChaveDeviceKeys
import Testing

@testable import ChaveSoftwareAuthenticator

/// A machine that dies within a write, after each byte of it.
@Suite struct WriteCutTests {
    /// The directory, with a machine that dies once so many bytes of a file are written.
    private func dying(_ directory: TemporaryDirectory, after count: Int) throws -> EncryptedKeyStore {
        var files = try StoreDirectory(path: directory.store)
        files.firstPart = { _ in count }
        files.atStep = { if $0 == .halfWritten { throw StoreDirectory.Interruption() } }
        return try EncryptedKeyStore(files, protection: protection(directory))
    }

    private func open(_ directory: TemporaryDirectory) throws -> EncryptedKeyStore {
        try EncryptedKeyStore(directory: directory.store, protection: protection(directory))
    }

    /// Hundreds of stores are opened here; a passphrase would be dear by design.
    private func protection(_ directory: TemporaryDirectory) -> StoreProtection {
        .keyFile(path: directory.path + "/key")
    }

    @Test func aCounterNeverGoesBackWhereverItsWriteIsCut() throws {
        let directory = try TemporaryDirectory()
        try open(directory).insert(Sample.credential())
        let size = try directory.bytes(StoreFileName.credential([1, 2, 3])).count
        var last: UInt32 = 0
        for count in 0...size {
            let crashing = try dying(directory, after: count)
            #expect(throws: DeviceKeyError.self) { try crashing.nextSignCount(of: [1, 2, 3]) }
            let again = try open(directory)
            #expect(try again.damagedFiles().isEmpty, "cut after \(count)")
            let next = try again.nextSignCount(of: [1, 2, 3])
            #expect(next > last, "cut after \(count)")
            last = next
        }
        #expect(last == UInt32(size) + 1)
    }

    @Test func aRegistrationIsWholeOrNotThereWhereverItsWriteIsCut() async throws {
        let directory = try TemporaryDirectory()
        let old = try Sample.credential(id: [1])
        try open(directory).insert(old)
        let options = Sample.creation { $0.residentKey = "required" }
        for count in 0...(try await sizeOfFile(options)) {
            let crashing = try dying(directory, after: count)
            await expectCode(.store) { try await Sample.authenticator(crashing).makeCredential(options) }
            let again = try open(directory)
            #expect(try again.damagedFiles().isEmpty, "cut after \(count)")
            #expect(try again.credentials().map(\.id) == [[1]])
        }
    }

    private func sizeOfFile(_ options: CredentialCreationOptions) async throws -> Int {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        let created = try await Sample.authenticator(store).makeCredential(options)
        return try directory.bytes(StoreFileName.credential(created.id)).count
    }

    /// The file system may also keep the name and lose the bytes: that is damage, and it is not taken for a counter.
    @Test func aFileThatLostItsEndIsDamageAndNeverACounter() async throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.insert(Sample.credential(id: [1]))
        try store.insert(Sample.credential(id: [2]))
        let name = StoreFileName.credential([1])
        let good = try directory.bytes(name)
        for count in good.indices {
            try directory.setBytes(name, Array(good.prefix(count)))
            let again = try open(directory)
            #expect(try again.damagedFiles().map(\.name) == [name])
            await expectCode(.store) { try again.nextSignCount(of: [1]) }
            #expect(try directory.bytes(name).count == count)
        }
    }
}
