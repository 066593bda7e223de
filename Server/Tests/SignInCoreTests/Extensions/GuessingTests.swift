import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

struct GuessingTests {
    private static let home: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]

    @Test
    func fiveWrongCodesInTenMinutesStopAKeyAndAnAddress() async throws {
        for byKey in [true, false] {
            let rig = try await ExtensionRig()
            let session = try await rig.begin()
            let key = TestDeviceKey()
            let address = try #require(IPAddress(bytes: [192, 0, 2, 1]))
            func guess(_ code: String) async throws -> OAuthError? {
                try await byKey ? rig.refusal(code, key: key) : rig.refusal(code, address: address)
            }
            for _ in 0..<5 {
                #expect(try await guess(session.code.wrong) == .invalidCode)
                rig.test.advance(seconds: 10)
            }
            // Not even the right one is looked at, and what is not looked at does not count.
            let refused = try await guess(session.code)
            #expect(refused == .tooManyGuesses(seconds: 550))
            rig.test.advance(milliseconds: 549_999)
            #expect(try await guess(session.code.wrong) == .tooManyGuesses(seconds: 1))
            rig.test.advance(milliseconds: 1)
            #expect(try await guess(session.code.wrong) == .invalidCode)
            #expect(try await guess(session.code.wrong)?.code == .slowDown)
        }
    }

    @Test
    func twentyWrongCodesADayStopAKey() async throws {
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code.wrong
        let key = TestDeviceKey()
        for _ in 0..<20 {
            #expect(try await rig.refusal(code, key: key) == .invalidCode)
            rig.test.advance(seconds: 600)
        }
        let refused = try #require(try await rig.refusal(code, key: key))
        #expect(refused == .tooManyGuesses(seconds: 86_400 - 20 * 600))
        rig.test.advance(seconds: 86_400 - 20 * 600)
        #expect(try await rig.refusal(code, key: key) == .invalidCode)
    }

    @Test
    func ofManyGuessesAtOnceFiveAreLookedAt() async throws {
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code.wrong
        let key = TestDeviceKey()
        let looked = await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { (try? await rig.refusal(code, key: key)) == .invalidCode ? 1 : 0 }
            }
            return await group.reduce(0, +)
        }
        #expect(looked == 5)
    }

    /// A right guess among many wrong ones at once is answered by counters that were true when it was kept.
    @Test
    func aRightGuessIsNotKeptByCountersThatWereOvertaken() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        rig.store.beforeNextCommit {
            for _ in 0..<5 { _ = try? await rig.refusal(session.code.wrong, key: key) }
        }
        #expect(try await rig.refusal(session.code, key: key)?.code == .slowDown)
        #expect(try await session.look().code == session.code)
    }

    @Test
    func aRightCodeCountsForNothing() async throws {
        let rig = try await ExtensionRig()
        let address = try #require(IPAddress(bytes: [192, 0, 2, 1]))
        for _ in 0..<8 {
            let session = try await rig.begin()
            #expect(try await rig.refusal(session.code, address: address) == nil)
            _ = try await session.cancel()
        }
    }

    @Test
    func allAddressesOfASixtyFourAreOne() throws {
        let address = try #require(IPAddress(bytes: Self.home))
        var neighbour = Self.home
        neighbour[8...15] = [1, 2, 3, 4, 5, 6, 7, 8]
        let source = GuessBudget.source(address: address)
        #expect(GuessBudget.source(address: try #require(IPAddress(bytes: neighbour))) == source)
        neighbour[7] ^= 1
        #expect(GuessBudget.source(address: try #require(IPAddress(bytes: neighbour))) != source)
        let four = try #require(IPAddress("192.0.2.1"))
        #expect(
            GuessBudget.source(address: try #require(IPAddress("::ffff:192.0.2.1")))
                == GuessBudget.source(address: four)
        )
    }

    @Test
    func countersAreTheStoresAndOutliveTheProcess() async throws {
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code.wrong
        let key = TestDeviceKey()
        for _ in 0..<5 { _ = try await rig.refusal(code, key: key) }
        let index = GuessBudget.index(GuessBudget.source(key: key.digest))
        let kept = try #require(try await rig.signIn.records.find(GuessBudget.self, by: index, of: rig.tenant))
        #expect(kept.record.wrong.count == 5)
        #expect(kept.record.expiresAt == rig.test.now.adding(seconds: 86_400))
    }

    /// A new key and a new address for each guess pass every budget but the tenant's.
    @Test
    func aGuesserOfManyAddressesTripsTheAlarmAndMustWork() async throws {
        var policy = ExtensionPolicy()
        policy.proofOfWorkBits = 16
        let rig = try await ExtensionRig(extensions: policy)
        let session = try await rig.begin()
        for _ in 0..<11 { #expect(try await rig.refusal(session.code.wrong) == .invalidCode) }
        let key = TestDeviceKey()
        let due = try await work(rig, session.code, key)
        // Work for this key is none for another, and the next guess is other work.
        let proof = try #require(due.proof(key: key.digest))
        await #expect(throws: OAuthError.self) { try await rig.claim(session.code, proofOfWork: proof) }
        await #expect(throws: OAuthError.invalidCode) {
            try await rig.claim(session.code.wrong, key: key, proofOfWork: proof)
        }
        let next = try await work(rig, session.code, key)
        #expect(next.salt != due.salt)
        _ = try await rig.claim(session.code, key: key, proofOfWork: next.proof(key: key.digest))
    }

    @Test
    func theAlarmEndsAfterAQuietMinute() async throws {
        var policy = ExtensionPolicy()
        policy.proofOfWorkBits = 4
        let rig = try await ExtensionRig(extensions: policy)
        let session = try await rig.begin()
        #expect(try await rig.signIn.guessAlarm(of: rig.tenant) == GuessAlarmView(raised: 0, demandsWork: false))
        for _ in 0..<11 { _ = try await rig.refusal(session.code.wrong) }
        #expect(try await rig.signIn.guessAlarm(of: rig.tenant) == GuessAlarmView(raised: 1, demandsWork: true))
        rig.test.advance(seconds: 50)
        // A wrong one with its work: the minute begins anew.
        let key = TestDeviceKey()
        let proof = try await work(rig, session.code, key).proof(key: key.digest)
        _ = try? await rig.claim(session.code.wrong, key: key, proofOfWork: proof)
        rig.test.advance(seconds: 60)
        #expect(try await rig.refusal(session.code.wrong)?.code == .proofOfWorkRequired)
        rig.test.advance(seconds: 1)
        #expect(try await rig.signIn.guessAlarm(of: rig.tenant) == GuessAlarmView(raised: 1, demandsWork: false))
        #expect(try await rig.refusal(session.code.wrong) == .invalidCode)
    }

    @Test
    func tenWrongCodesAMinuteAreNoAlarm() async throws {
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code.wrong
        for _ in 0..<60 {
            #expect(try await rig.refusal(code) == .invalidCode)
            rig.test.advance(milliseconds: 6_000)
        }
    }

    private func work(_ rig: ExtensionRig, _ code: String, _ key: TestDeviceKey) async throws -> ProofOfWork {
        let refusal = try #require(try await rig.refusal(code, key: key))
        #expect(refusal.code == .proofOfWorkRequired)
        let bits = try #require(refusal.members["bits"]?.number?.int64)
        return ProofOfWork(bits: Int(bits), salt: try #require(refusal.members["salt"]?.string))
    }
}

extension ProofOfWork {
    /// As a device does it.
    fileprivate func proof(key: Digest) -> String? {
        (0..<1_000_000).lazy.map(String.init).first { accepts($0, key: key) }
    }
}
