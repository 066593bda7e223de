import ChaveDeviceKeys
import ChaveWire
import Foundation
import Testing

@testable import ChaveSoftwareAuthenticator

@Suite struct EncryptedKeyStoreTests {
    private func open(
        _ directory: TemporaryDirectory,
        _ protection: StoreProtection = .test
    ) throws -> EncryptedKeyStore {
        try EncryptedKeyStore(directory: directory.store, protection: protection)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    // MARK: At rest

    @Test func everythingIsThereAfterARestart() throws {
        let directory = try TemporaryDirectory()
        let credential = try Sample.credential()
        let store = try open(directory)
        try store.insert(credential)
        try store.setSecret("a", [1, 2])
        let again = try open(directory)
        #expect(try again.credential(credential.id)?.encoded() == credential.encoded())
        #expect(try again.secret("a") == [1, 2])
        #expect(try again.damagedFiles().isEmpty)
    }

    @Test func nothingOfTheContentIsInTheFiles() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        let credential = try Sample.credential(id: Array("the-credential-id".utf8))
        try store.insert(credential)
        try store.setSecret("the-name", Array("the-secret".utf8))
        let secrets = [
            credential.privateKey.secretBytes, credential.id, Array("ana".utf8), Array(Sample.relyingPartyID.utf8),
            Array("the-name".utf8), Array("the-secret".utf8), credential.userHandle,
        ]
        for name in try directory.files() {
            let bytes = try Array(name.utf8) + directory.bytes(name)
            for secret in secrets {
                #expect(!bytes.indices.contains { bytes[$0...].starts(with: secret) })
            }
        }
    }

    @Test func filesAndDirectoryAreTheirOwnersAlone() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory, .keyFile(path: directory.path + "/key"))
        try store.insert(Sample.credential())
        try store.setSecret("a", [1])
        #expect(try mode(directory.store) == 0o700)
        #expect(try mode(directory.path + "/key") == 0o600)
        for name in try directory.files() { #expect(try mode(directory.store + "/" + name) == 0o600) }
    }

    @Test func theSameContentIsSealedAnewEachTime() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.setSecret("a", [1])
        let name = try #require(try directory.files().first)
        let first = try directory.bytes(name)
        try store.setSecret("a", [1])
        #expect(try directory.bytes(name) != first)
    }

    // MARK: The key

    @Test func anotherPassphraseOpensNothing() async throws {
        let directory = try TemporaryDirectory()
        try open(directory).insert(Sample.credential())
        for passphrase in ["", "correct horse ", "Correct horse", "x"] {
            await expectCode(.store) {
                try self.open(directory, .passphrase(passphrase, cost: .insecureForTests))
            }
        }
        await expectCode(.store) { try self.open(directory, .keyFile(path: directory.path + "/key")) }
    }

    @Test func theCostIsReadFromTheFiles() throws {
        let directory = try TemporaryDirectory()
        try open(directory).insert(Sample.credential())
        let dearer = try #require(ScryptCost(log2Rounds: 11))
        let store = try open(directory, .passphrase("correct horse", cost: dearer))
        #expect(try store.credentials().count == 1)
        #expect(ScryptCost(log2Rounds: 9) == nil)
        #expect(ScryptCost(log2Rounds: 21) == nil)
        #expect(ScryptCost.standard.log2Rounds == 15)
    }

    @Test func theKeyFileIsMadeOnceAndKept() throws {
        let directory = try TemporaryDirectory()
        let key = directory.path + "/key"
        try open(directory, .keyFile(path: key)).insert(Sample.credential())
        let bytes = FileManager.default.contents(atPath: key)
        #expect(bytes?.count == 32)
        #expect(try open(directory, .keyFile(path: key)).credentials().count == 1)
        #expect(FileManager.default.contents(atPath: key) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["key", "keys"])
    }

    @Test(arguments: [0o604, 0o640, 0o660, 0o644, 0o601, 0o777])
    func aKeyFileThatOthersMayReadIsRefused(_ mode: Int) async throws {
        let directory = try TemporaryDirectory()
        let key = directory.path + "/key"
        try open(directory, .keyFile(path: key)).insert(Sample.credential())
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
        await expectCode(.store) { try self.open(directory, .keyFile(path: key)) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(try open(directory, .keyFile(path: key)).credentials().count == 1)
    }

    @Test func aKeyFileThatIsGoneIsNotMadeAnewOverExistingFiles() async throws {
        let directory = try TemporaryDirectory()
        let key = directory.path + "/key"
        try open(directory, .keyFile(path: key)).insert(Sample.credential())
        try FileManager.default.removeItem(atPath: key)
        await expectCode(.store) { try self.open(directory, .keyFile(path: key)) }
        #expect(!FileManager.default.fileExists(atPath: key))
    }

    @Test func aKeyFileOfAnotherLengthOrALinkIsRefused() async throws {
        let directory = try TemporaryDirectory()
        let key = directory.path + "/key"
        for count in [0, 31, 33, 100_000] {
            #expect(
                FileManager.default.createFile(
                    atPath: key,
                    contents: Data(repeating: 1, count: count),
                    attributes: [.posixPermissions: 0o600]
                )
            )
            await expectCode(.store) { try self.open(directory, .keyFile(path: key)) }
        }
        let real = directory.path + "/real"
        #expect(
            FileManager.default.createFile(
                atPath: real,
                contents: Data(repeating: 1, count: 32),
                attributes: [.posixPermissions: 0o600]
            )
        )
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        await expectCode(.store) { try self.open(directory, .keyFile(path: link)) }
        await expectCode(.store) { try self.open(directory, .keyFile(path: directory.path)) }
    }

    @Test func aKeyFileBesideTheFilesIsNoneOfThem() throws {
        let directory = try TemporaryDirectory()
        let protection = StoreProtection.keyFile(path: directory.store + "/key")
        try open(directory, protection).insert(Sample.credential())
        try directory.setBytes("notes.txt", [1])
        let store = try open(directory, protection)
        #expect(try store.credentials().count == 1)
        #expect(try store.damagedFiles().isEmpty)
    }

    @Test func aDirectoryThatCannotBeUsedIsAnError() async throws {
        let directory = try TemporaryDirectory()
        #expect(FileManager.default.createFile(atPath: directory.store, contents: nil))
        await expectCode(.store) { try self.open(directory) }
        await expectCode(.store) {
            try EncryptedKeyStore(directory: directory.path + "/no/such/place", protection: .test)
        }
    }

    // MARK: Damage

    /// Each byte of a stored file changed, one at a time: it is reported by name, and the other file stays usable.
    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func eachChangedByteIsReportedByName(_ isKeyFile: Bool) async throws {
        let directory = try TemporaryDirectory()
        let protection: StoreProtection = isKeyFile ? .keyFile(path: directory.path + "/key") : .test
        let setup = try open(directory, protection)
        let whole = try Sample.credential(id: [1])
        let victim = try Sample.credential(id: [2])
        try setup.insert(whole)
        try setup.insert(victim)
        let name = StoreFileName.credential([2])
        let good = try directory.bytes(name)
        let store = try open(directory, protection)
        for index in good.indices {
            var changed = good
            changed[index] ^= 0x01
            try directory.setBytes(name, changed)
            #expect(try store.damagedFiles().map(\.name) == [name], "byte \(index)")
            await expectCode(.store) { try store.nextSignCount(of: [2]) }
            guard index % 16 == 0 else { continue }
            #expect(try store.credentials().map(\.id) == [[1]])
            await expectCode(.store) { try store.credential([2]) }
        }
        try directory.setBytes(name, good)
        #expect(try store.damagedFiles().isEmpty)
        #expect(try store.nextSignCount(of: [2]) == 1)
    }

    @Test func aStoreOpensWhicheverFileIsDamaged() throws {
        let directory = try TemporaryDirectory()
        let setup = try open(directory)
        try setup.insert(Sample.credential(id: [1]))
        try setup.insert(Sample.credential(id: [2]))
        for name in try directory.files() {
            let good = try directory.bytes(name)
            for index in [0, 8, 9, 10, 11, 26, 27, 34, 35, 46, 47, good.count - 1] {
                var changed = good
                changed[index] ^= 0x01
                try directory.setBytes(name, changed)
                let store = try open(directory)
                #expect(try store.damagedFiles().map(\.name) == [name], "byte \(index)")
                #expect(try store.credentials().count == 1)
                try store.setSecret("new", [1])
                #expect(try store.secret("new") == [1])
                try store.removeSecret("new")
            }
            try directory.setBytes(name, good)
        }
    }

    @Test func eachTruncationAndOneByteMoreIsReported() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.insert(Sample.credential(id: [1]))
        let name = StoreFileName.credential([1])
        let good = try directory.bytes(name)
        for length in 0..<good.count {
            try directory.setBytes(name, Array(good.prefix(length)))
            #expect(try store.damagedFiles().map(\.name) == [name])
        }
        try directory.setBytes(name, good + [0])
        #expect(try store.damagedFiles() == [DamagedFile(name: name, problem: .changed)])
    }

    @Test func eachKindOfDamageHasItsName() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.insert(Sample.credential(id: [1]))
        let name = StoreFileName.credential([1])
        let good = try directory.bytes(name)
        var other = good
        other[11] ^= 1
        for problem in DamagedFile.Problem.allCases {
            switch problem {
            case .unreadable: try directory.setBytes(name, [UInt8](repeating: 0, count: SealedFile.maximumSize + 1))
            case .notAKeyFile: try directory.setBytes(name, Array("hello".utf8))
            case .otherKey: try directory.setBytes(name, other)
            case .changed: try directory.setBytes(name, good.dropLast() + [good[good.count - 1] ^ 1])
            }
            #expect(try store.damagedFiles() == [DamagedFile(name: name, problem: problem)])
        }
    }

    @Test func aFileUnderAnothersNameDoesNotOpen() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.insert(Sample.credential(id: [1]))
        try store.setSecret("a", [1])
        try store.setSecret("b", [2])
        let names = (a: StoreFileName.secret("a"), b: StoreFileName.secret("b"), c: StoreFileName.credential([1]))
        try directory.setBytes(names.a, directory.bytes(names.b))
        #expect(throws: DeviceKeyError.self) { try store.secret("a") }
        try directory.setBytes(names.a, directory.bytes(names.c))
        #expect(throws: DeviceKeyError.self) { try store.secret("a") }
        #expect(try store.damagedFiles() == [DamagedFile(name: names.a, problem: .changed)])
    }

    /// Random salts in damaged headers do not make the store derive keys for ever.
    @Test func manyForeignFilesCostFewDerivations() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.insert(Sample.credential(id: [1]))
        let good = try directory.bytes(StoreFileName.credential([1]))
        for index in 0..<100 {
            var foreign = good
            foreign[10] = 11
            foreign[11] = UInt8(index)
            try directory.setBytes("foreign-\(index).credential", foreign)
        }
        #expect(try store.damagedFiles().count == 100)
        #expect(try store.credentials().count == 1)
    }

    @Test func damageOfOneCredentialDoesNotStopTheOthers() async throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        for id in [1, 2] as [UInt8] { try store.insert(Sample.credential(id: [id], createdAt: Int64(id))) }
        try directory.setBytes(StoreFileName.credential([2]), [0])
        let authenticator = Sample.authenticator(store)
        #expect(try await authenticator.getAssertion(Sample.request()).id == [1])
        #expect(try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [[2], [1]] }).id == [1])
        await expectCode(.store) {
            try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [[2]] })
        }
        // Registering anew is the way out.
        _ = try await authenticator.makeCredential(Sample.creation { $0.excludedCredentials = [[2]] })
    }

    // MARK: Crashes

    /// A crash at each step of the write that pays for a counter: no counter is ever seen twice.
    @Test(arguments: StoreDirectory.WriteStep.allCases, [1, 3] as [UInt32])
    func aCounterIsNeverSeenTwiceWhateverCrashes(_ step: StoreDirectory.WriteStep, _ reservation: UInt32) throws {
        let directory = try TemporaryDirectory()
        try open(directory).insert(Sample.credential())
        var seen: [UInt32] = []
        for round in 0..<12 {
            var files = try StoreDirectory(path: directory.store)
            if round % 3 == 1 {
                files.atStep = { if $0 == step { throw StoreDirectory.Interruption() } }
            }
            let store = try EncryptedKeyStore(files, protection: .test, counterReservation: reservation)
            for _ in 0...round % 5 {
                guard let count = try? store.nextSignCount(of: [1, 2, 3]) else { break }
                seen.append(count)
            }
            #expect(try store.damagedFiles().isEmpty)
        }
        #expect(seen.count > 12)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "\(seen)")
    }

    @Test(arguments: StoreDirectory.WriteStep.allCases)
    func aCrashLeavesTheOldValueOrTheNewOne(_ step: StoreDirectory.WriteStep) throws {
        let directory = try TemporaryDirectory()
        try open(directory).setSecret("a", [1])
        var files = try StoreDirectory(path: directory.store)
        files.atStep = { if $0 == step { throw StoreDirectory.Interruption() } }
        let crashing = try EncryptedKeyStore(files, protection: .test)
        #expect(throws: DeviceKeyError.self) { try crashing.setSecret("a", [2]) }
        let again = try open(directory)
        #expect(try again.secret("a") == (step == .renamed ? [2] : [1]))
        #expect(try again.damagedFiles().isEmpty)
        // What the crash left behind is gone.
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.store).count == 2)
    }

    @Test func noSignatureLeavesBeforeItsCounterIsDurable() async throws {
        let directory = try TemporaryDirectory()
        try open(directory).insert(Sample.credential())
        for step in StoreDirectory.WriteStep.allCases {
            var files = try StoreDirectory(path: directory.store)
            files.atStep = { if $0 == step { throw StoreDirectory.Interruption() } }
            let store = try EncryptedKeyStore(files, protection: .test)
            await expectCode(.store) { try await Sample.authenticator(store).getAssertion(Sample.request()) }
        }
    }

    @Test func twoStoresOverOneDirectoryTakeTurns() async throws {
        let directory = try TemporaryDirectory()
        let one = try open(directory)
        let other = try open(directory)
        try one.insert(Sample.credential())
        let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for index in 0..<40 {
                group.addTask { try (index % 2 == 0 ? one : other).nextSignCount(of: [1, 2, 3]) }
            }
            return try await group.reduce(into: [UInt32]()) { $0.append($1) }
        }
        #expect(counts.sorted() == Array(1...40))
        // Each chose a salt of its own before there were files; both read what the other wrote.
        try one.setSecret("a", [1])
        try other.setSecret("b", [2])
        #expect(try one.secret("b") == [2])
        #expect(try other.secret("a") == [1])
        #expect(try open(directory).secretNames() == ["a", "b"])
    }
}
