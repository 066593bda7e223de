import ChaveDeviceKeys
import Foundation
import Testing

@testable import ChaveSoftwareAuthenticator

@Suite struct PINTests {
    private func verification(_ store: any KeyStore = MemoryKeyStore(), pin: String? = "1234") throws -> PINVerification
    {
        let verification = PINVerification(store: store, cost: .insecureForTests)
        if let pin { try verification.set(pin) }
        return verification
    }

    private func request(_ verification: GestureRequest.Verification) -> GestureRequest {
        GestureRequest(
            ceremony: .authentication,
            relyingPartyID: "a.example",
            userName: nil,
            verification: verification
        )
    }

    @Test func theRightPINVerifiesAndGivesAllTriesBack() throws {
        let pin = try verification()
        #expect(try !pin.verify("4321"))
        #expect(try pin.triesLeft() == 7)
        #expect(try pin.verify("1234"))
        #expect(try pin.triesLeft() == 8)
    }

    @Test func eightWrongTriesBlockEvenTheRightPIN() async throws {
        let pin = try verification()
        for left in (0..<8).reversed() {
            #expect(try !pin.verify("0000"))
            #expect(try pin.triesLeft() == left)
        }
        await expectCode(.pinBlocked) { try pin.verify("1234") }
        try pin.set("5678")
        #expect(try pin.verify("5678"))
    }

    /// Otherwise whoever guesses would reset instead.
    @Test func theKeysOfAPINGoWithIt() async throws {
        let directory = try TemporaryDirectory()
        let stores: [any KeyStore] = [
            MemoryKeyStore(), try EncryptedKeyStore(directory: directory.store, protection: .test),
        ]
        for store in stores {
            let pin = try verification(store)
            for _ in 0..<8 { _ = try pin.verify("0000") }
            await expectCode(.pinBlocked) { try pin.requireTries() }
            for id in [[1], [2]] as [[UInt8]] { try store.insert(try Sample.credential(id: id)) }
            try store.setSecret("device", [7])
            #expect(try pin.reset() == 2)
            #expect(try store.credentials().isEmpty)
            #expect(try store.secretNames() == ["device"])
            #expect(try !pin.isSet())
            try pin.requireTries()
            #expect(try pin.reset() == 0)
        }
    }

    @Test func aResetThatIsCutShortLeavesThePINInForce() throws {
        let store = RecordingStore()
        let pin = try verification(store)
        try store.insert(try Sample.credential())
        store.isFull = true
        #expect(throws: DeviceKeyError.self) { try pin.reset() }
        #expect(try pin.triesLeft() == 8)
    }

    @Test func theRetryCounterOutlivesTheProcess() async throws {
        let directory = try TemporaryDirectory()
        for left in (0..<8).reversed() {
            let store = try EncryptedKeyStore(directory: directory.store, protection: .test)
            let pin = try verification(store, pin: left == 7 ? "1234" : nil)
            #expect(try !pin.verify("0000"))
            #expect(try pin.triesLeft() == left)
        }
        let store = try EncryptedKeyStore(directory: directory.store, protection: .test)
        await expectCode(.pinBlocked) { try self.verification(store, pin: nil).verify("1234") }
    }

    /// Pulling the plug between the two writes must cost a try, so the first one says one less.
    @Test func aTryIsCountedBeforeItIsLookedAt() throws {
        let store = RecordingStore()
        let pin = try verification(store)
        #expect(try pin.verify("1234"))
        #expect(try !pin.verify("0000"))
        #expect(try pin.verify("1234"))
        #expect(store.triesWritten == [8, 7, 8, 7, 6, 8])
    }

    @Test func aDiskThatTakesNoCountAnswersNoGuess() throws {
        let store = RecordingStore()
        let pin = try verification(store)
        store.isFull = true
        for guess in ["1234", "0000"] {
            #expect(throws: DeviceKeyError.self) { try pin.verify(guess) }
        }
    }

    @Test func parallelGuessesAreCountedOneByOne() async throws {
        let store = MemoryKeyStore()
        let pin = try verification(store)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try? pin.verify("0000") } }
        }
        #expect(try pin.triesLeft() == 0)
    }

    @Test func thePINIsNowhereInTheStore() throws {
        let store = MemoryKeyStore()
        _ = try verification(store, pin: "13579246")
        let secret = try #require(try store.secret("pin"))
        #expect(!String(decoding: secret, as: UTF8.self).contains("13579246"))
    }

    @Test(arguments: ["", "123", String(repeating: "1", count: 64), "ççç"])
    func aPINThatIsTooShortOrTooLongIsRefused(_ text: String) async throws {
        await expectCode(.invalidOptions) { try self.verification(pin: text) }
    }

    @Test func oddGuessesCountAndDoNotTrap() throws {
        let pin = try verification()
        #expect(try !pin.verify(""))
        #expect(try !pin.verify(String(repeating: "1", count: 100_000)))
        #expect(try pin.triesLeft() == 6)
    }

    @Test func aDamagedStateIsReportedAndNotTakenForNone() async throws {
        let store = MemoryKeyStore()
        _ = try verification(store)
        let good = try #require(try store.secret("pin"))
        for length in 0..<good.count {
            try store.setSecret("pin", Array(good.prefix(length)))
            await expectCode(.store) { try self.verification(store, pin: nil).verify("1234") }
        }
    }

    // MARK: The gesture

    @Test func theGestureAsksUntilThePINIsRight() async throws {
        let pin = try verification()
        let replies = Replies([.pin("0000"), .pin("1111"), .pin("1234")])
        let answer = await pin.gesture(replies.next).ask(request(.required))
        guard case .verified = answer else {
            Issue.record("not verified: \(answer)")
            return
        }
        #expect(replies.prompts.map(\.triesLeft) == [8, 7, 6])
        #expect(replies.prompts.map(\.wasWrong) == [false, true, true])
    }

    @Test func theGestureEndsBlockedAfterEightWrongPINs() async throws {
        let pin = try verification()
        let answer = await pin.gesture { _ in .pin("0000") }.ask(request(.required))
        guard case .failed(let error) = answer else {
            Issue.record("not refused: \(answer)")
            return
        }
        #expect(error.code == .pinBlocked)
        // Presence alone still works where nothing more is wanted.
        guard case .present = await pin.gesture({ _ in .agreed }).ask(request(.discouraged)) else {
            Issue.record("presence was refused")
            return
        }
    }

    @Test func withoutAPINOnlyPresenceCanBeGiven() async throws {
        let pin = try verification(pin: nil)
        guard case .failed(let error) = await pin.gesture({ _ in .agreed }).ask(request(.required)) else {
            Issue.record("verification without a PIN")
            return
        }
        #expect(error.code == .notAllowed)
        for reply in [PINVerification.Reply.agreed, .pin("1234")] {
            guard case .present = await pin.gesture({ _ in reply }).ask(request(.preferred)) else {
                Issue.record("presence was refused")
                return
            }
        }
    }

    @Test func whoCancelsSpendsNoTry() async throws {
        let pin = try verification()
        guard case .cancelled = await pin.gesture({ _ in .cancelled }).ask(request(.required)) else {
            Issue.record("not cancelled")
            return
        }
        #expect(try pin.triesLeft() == 8)
    }

    /// Replies in order, and the prompts they answered.
    private final class Replies: @unchecked Sendable {
        // Unchecked: touched only while `lock` is held.
        private let lock = NSLock()
        private var left: [PINVerification.Reply]
        private var seen: [PINVerification.Prompt] = []

        init(_ replies: [PINVerification.Reply]) { left = replies }

        var prompts: [PINVerification.Prompt] { lock.withLock { seen } }

        @Sendable func next(_ prompt: PINVerification.Prompt) async -> PINVerification.Reply {
            lock.withLock {
                seen.append(prompt)
                return left.isEmpty ? .cancelled : left.removeFirst()
            }
        }
    }
}

/// Notes the tries of each PIN state that is written; takes nothing when it is full.
private final class RecordingStore: KeyStore, @unchecked Sendable {
    // Unchecked: used by one test, on one thread.
    private let base = MemoryKeyStore()
    private(set) var triesWritten: [Int] = []
    var isFull = false

    func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value {
        try base.exclusively(body)
    }

    func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential? { try base.credential(id) }
    func credentials() throws(DeviceKeyError) -> [DeviceCredential] { try base.credentials() }
    func insert(_ credential: DeviceCredential) throws(DeviceKeyError) { try base.insert(credential) }

    func removeCredential(_ id: [UInt8]) throws(DeviceKeyError) {
        guard !isFull else { throw DeviceKeyError(.store, "the disk is full") }
        try base.removeCredential(id)
    }

    func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32 { try base.nextSignCount(of: id) }
    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try base.secret(name) }
    func removeSecret(_ name: String) throws(DeviceKeyError) { try base.removeSecret(name) }
    func secretNames() throws(DeviceKeyError) -> [String] { try base.secretNames() }

    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        guard !isFull else { throw DeviceKeyError(.store, "the disk is full") }
        if let state = PINState(decoding: bytes) { triesWritten.append(state.triesLeft) }
        try base.setSecret(name, bytes)
    }
}
