import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTesting
import ChaveWire
import Crypto
import Testing

@testable import ChavePix

@Suite(.timeLimit(.minutes(5))) struct AppAttestVerdictsTests {
    private let fake = FakeAppAttest()
    private let store = MemorySecretStore()
    private let verdicts: AppAttestVerdicts

    private static let whole = ["generate", "challenge", "attest", "register", "challenge", "assert", "verdict"]
    private static let again = ["challenge", "assert", "verdict"]

    init() {
        verdicts = AppAttestVerdicts(service: fake, backend: fake, store: store)
    }

    /// The app after it was started again.
    private var restarted: AppAttestVerdicts { AppAttestVerdicts(service: fake, backend: fake, store: store) }

    private func signals() throws -> RiskSignals {
        RiskSignals(
            deviceId: "d",
            osVersion: "18.5",
            userTimeZoneOffset: "-03:00",
            language: "pt",
            screenDimensions: RiskSignals.ScreenDimensions(height: 2, width: 1),
            accountTenure: try #require(CalendarDate(iso: "2024-11-26"))
        )
    }

    private func verdict(_ verdicts: AppAttestVerdicts? = nil) async throws -> RiskSignals.Integrity? {
        try await (verdicts ?? self.verdicts).verdict(for: try signals())
    }

    private func code(_ verdicts: AppAttestVerdicts? = nil) async throws -> AppAttestError.Code? {
        do {
            _ = try await verdict(verdicts)
            return nil
        } catch let error as AppAttestError {
            return error.code
        }
    }

    @Test func aKeyIsMadeAttestedAndKnownOnceAndAssertsFromThenOn() async throws {
        #expect(try await verdict() == FakeAppAttest.verdict)
        #expect(fake.calls == AppAttestVerdictsTests.whole)
        fake.clear()
        #expect(try await verdict() == FakeAppAttest.verdict)
        #expect(try await verdict(restarted) == FakeAppAttest.verdict)
        #expect(fake.calls == AppAttestVerdictsTests.again + AppAttestVerdictsTests.again)
        #expect(fake.asserted.map(\.keyID) == ["key 1", "key 1", "key 1"])
    }

    @Test func theHashesAreThoseThatAServerMakes() async throws {
        var signals = try signals()
        signals.integrity = FakeAppAttest.verdict
        _ = try await verdicts.verdict(for: signals)
        let attestation = try #require(fake.registered.first)
        let assertion = try #require(fake.asserted.first)
        #expect(
            fake.hashes == [
                Array(SHA256.hash(data: attestation.challenge)), Array(SHA256.hash(data: assertion.clientData)),
            ]
        )
        let challenge = Base64URL.encode(Array(repeating: 2, count: 32))
        let expected =
            #"{"challenge":"\#(challenge)","signals":"#
            + #"{"deviceId":"d","osVersion":"18.5","userTimeZoneOffset":"-03:00","language":"pt","#
            + #""screenDimensions":{"height":2,"width":1},"accountTenure":"2024-11-26"}}"#
        #expect(String(decoding: assertion.clientData, as: UTF8.self) == expected)
    }

    @Test func withoutAppAttestNobodyIsAsked() async throws {
        fake.unsupport()
        #expect(try await code() == .unsupported)
        #expect(fake.calls.isEmpty)
    }

    @Test func whileApplesServiceIsAwayTheSameKeyAndHashGoAgain() async throws {
        fake.fail("attest", .serverUnavailable, .serverUnavailable)
        #expect(try await code() == .serverUnavailable)
        #expect(try await code(restarted) == .serverUnavailable)
        #expect(try await verdict(restarted) == FakeAppAttest.verdict)
        #expect(fake.made == 1)
        #expect(Set(fake.hashes.prefix(3)).count == 1)
        #expect(fake.registered.map(\.keyID) == ["key 1"])
    }

    @Test func anAttestationThatTheServerDidNotHearOfIsNotMadeTwice() async throws {
        fake.refuse("register", FakeAppAttest.Refusal())
        #expect(try await code() == .backend)
        #expect(try await verdict(restarted) == FakeAppAttest.verdict)
        #expect(fake.calls.filter { $0 == "attest" }.count == 1)
        #expect(fake.made == 1)
    }

    @Test func anAppInstalledAnewMakesANewKey() async throws {
        _ = try await verdict()
        fake.loseKeys()
        #expect(try await verdict(restarted) == FakeAppAttest.verdict)
        #expect(fake.asserted.map(\.keyID) == ["key 1", "key 2"])
    }

    @Test(arguments: ["register", "verdict"])
    func aKeyThatTheServerDoesNotKnowIsMadeAnewOnce(_ call: String) async throws {
        if call == "verdict" {
            _ = try await verdict()
        } else {
            fake.refuse("register", FakeAppAttest.Refusal())
            #expect(try await code() == .backend)
        }
        fake.refuse(call, AppAttestUnknownKey())
        #expect(try await verdict(restarted) == FakeAppAttest.verdict)
        #expect(fake.made == 2)
    }

    @Test(arguments: ["register", "verdict"])
    func aServerThatTakesNoKeyCostsOneKeyACall(_ call: String) async throws {
        fake.refuse(call, AppAttestUnknownKey(), AppAttestUnknownKey(), AppAttestUnknownKey())
        #expect(try await code() == .keyRefused)
        #expect(fake.made == 1)
        #expect(try await code() == .keyRefused)
        #expect(fake.made == 2)
        #expect(try store.secretNames().isEmpty)
    }

    @Test(arguments: ["attest", "assert"], [AppAttestFault.serverUnavailable, .unsupported, .other(0), .other(2)])
    func otherFaultsKeepTheKey(_ call: String, _ fault: AppAttestFault) async throws {
        fake.fail(call, fault)
        #expect(try await code() == AppAttestError(fault).code)
        #expect(try await verdict() == FakeAppAttest.verdict)
        #expect(fake.made == 1)
    }

    @Test func aChallengeOfAnotherLengthIsNotSigned() async throws {
        fake.shortenChallenges(to: 15)
        #expect(try await code() == .backend)
        #expect(fake.hashes.isEmpty)
    }

    @Test func aKeyThatCouldNotBeKeptIsRemembered() async throws {
        fake.fail("generate", .other(0))
        #expect(try await code() == .system)
        let gate = Promise<Void>()
        fake.hold(until: gate)
        let call = Task { try await code() }
        try await eventually { fake.calls.contains("attest") }
        store.fail(DeviceKeyError(.store, "The disk fails."))
        gate.keep(())
        #expect(try await call.value == .store)
        #expect(try await code() == .store)
        store.fail(nil)
        #expect(try await verdict() == FakeAppAttest.verdict)
        #expect(fake.made == 1)
    }

    @Test func aStoreThatCannotBeReadMakesNoKey() async throws {
        store.fail(DeviceKeyError(.store, "The disk fails."))
        #expect(try await code() == .store)
        #expect(fake.calls.isEmpty)
    }

    @Test func callsAtTheSameTimeShareOneKey() async throws {
        let gate = Promise<Void>()
        fake.hold(until: gate)
        let calls = (0..<8).map { _ in Task { try await verdict() } }
        try await eventually { fake.calls.contains("attest") }
        gate.keep(())
        for call in calls { #expect(try await call.value == FakeAppAttest.verdict) }
        #expect(fake.made == 1)
        #expect(fake.registered.count == 1)
        #expect(fake.asserted.count == 8)
    }

    @Test func aCancelledCallEndsAtOnceAndItsKeyIsFinished() async throws {
        let gate = Promise<Void>()
        fake.hold(until: gate)
        let call = Task { try await code() }
        try await eventually { fake.calls.contains("attest") }
        call.cancel()
        #expect(try await call.value == .cancelled)
        gate.keep(())
        #expect(try await verdict() == FakeAppAttest.verdict)
        #expect(fake.made == 1)
        #expect(fake.asserted.count == 1)
    }
}
