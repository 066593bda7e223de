import ChaveBase
import ChaveTesting
import ChaveTransport
import ChaveWire
import Foundation
import Testing

@testable import BeyondIdentityEmbedded

/// A browser that is let in by this device.
struct ApprovingTests {
    private static func device() async throws -> Device {
        let device = Device(try FakeServer(clock: TestClock()))
        try await device.register()
        return device
    }

    private static func url(_ path: String = FakeServer.browserPath) throws -> URL {
        try #require(URL(string: FakeServer.base + path))
    }

    @Test func theNumberOfThePageLetsItIn() async throws {
        let device = try await Self.device()
        let seen = Locked<BrowserSignIn?>(nil)
        let outcome = try await device.embedded.approveSignIn(Self.url()) { question in
            seen.withLock { $0 = question }
            return .number("47")
        }
        #expect(outcome == .approved)
        let question = try #require(seen.withLock { $0 })
        #expect(question.clientName == "Loja" && question.browser == "Firefox" && question.system == "Linux")
        #expect(question.choices == ["12", "47", "90"] && question.expiresInSeconds == 60)
        // What could turn the sentence round is gone.
        #expect(question.tenantName == "Padaria Aurora")
        let prompts = device.keys.prompts
        #expect(prompts.last?.contains("“Loja”") == true && prompts.last?.contains("number 47") == true)
    }

    @Test func anotherNumberIsRefused() async throws {
        let device = try await Self.device()
        #expect(try await device.embedded.approveSignIn(Self.url()) { _ in .number("12") } == .refused)
    }

    /// Nobody is asked for a finger to say no, and the page hears of it at once.
    @Test(arguments: [PairingAnswer.refuse, .number("48")])
    func aRefusalNeedsNoKey(_ answer: PairingAnswer) async throws {
        let device = try await Self.device()
        let before = device.keys.prompts.count
        #expect(try await device.embedded.approveSignIn(Self.url()) { _ in answer } == .refused)
        #expect(device.keys.prompts.count == before + 1)
        let sent = try #require(device.server.requests("/decision").first)
        #expect(FakeServer.form(sent)["decision"] == "refuse" && FakeServer.form(sent)["assertion"] == nil)
    }

    @Test func theCallbackHearsOfItOnce() async throws {
        let device = try await Self.device()
        let url = try Self.url()
        let result = await told { device.embedded.approveSignIn(url, pick: { _ in .number("47") }, callback: $0) }
        #expect(try result.get() == .approved)
    }

    /// A proof goes to the configured server alone, and only to such an address of a tenant that is known here.
    @Test(arguments: [
        "https://evil.example/t/aurora/v2/browser-approvals/\(FakeServer.browserID)",
        "\(FakeServer.base)/t/other/v2/browser-approvals/\(FakeServer.browserID)",
        "\(FakeServer.base)/t/aurora/v2/browser-approvals/short",
        "\(FakeServer.base)/t/aurora/v2/browser-approvals/\(FakeServer.browserID)/decision",
        "\(FakeServer.base)/t/aurora/v2/browser-approvals/\(FakeServer.browserID)?x=1",
        "\(FakeServer.base)/t/aurora/v2/extensions", "https://app.example/register?token=good",
    ])
    func anotherAddressIsSentNothing(_ text: String) async throws {
        let device = try await Self.device()
        let url = try #require(URL(string: text))
        let before = device.server.state.withLock { $0.requests.count }
        await expectFailure(.invalidParameters) {
            _ = try await device.embedded.approveSignIn(url) { _ in .number("47") }
        }
        #expect(device.server.state.withLock { $0.requests.count } == before)
    }

    @Test func aDeviceWithoutACredentialLetsNobodyIn() async throws {
        let device = Device(try FakeServer(clock: TestClock()))
        let url = try Self.url()
        await expectFailure(.credentialNotFound) {
            _ = try await device.embedded.approveSignIn(url) { _ in .refuse }
        }
        let bare = CoreEmbedded()
        await expectFailure(.notInitialized) { _ = try await bare.approveSignIn(url) { _ in .refuse } }
    }

    @Test func anEndedQRIsToldAsARefusalOfTheServer() async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.fail(FakeServer.browserID, .status(404, ["error": "not_found"]))
        await expectFailure(.refused) { _ = try await device.embedded.approveSignIn(url) { _ in .number("47") } }
    }

    /// Numbers that are none, or too few to choose from, are never shown.
    @Test(arguments: [JSONValue.array(["47"]), ["47", "47", "12"], ["1", "2", "3"], "47"])
    func choicesThatAreNoneAreNotShown(_ choices: JSONValue) async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.set { $0.changes[FakeServer.browserID] = { if $0["choices"] != nil { $0["choices"] = choices } } }
        await expectFailure(.unreadableAnswer) {
            _ = try await device.embedded.approveSignIn(url) { _ in
                Issue.record("it was shown")
                return .refuse
            }
        }
    }

    @Test func aSuspendedPersonLetsNobodyInAndTheStateIsKept() async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.set { state in for key in state.bound.keys { state.bound[key]?.state = "user_suspended" } }
        await expectFailure(.userSuspended) { _ = try await device.embedded.approveSignIn(url) { _ in .refuse } }
        #expect(try await device.embedded.getCredentials().first?.state == .userSuspended)
    }

    /// A proof that held says that nothing is suspended any more, whatever the person then picks.
    @Test(arguments: [PairingAnswer.refuse, .number("47")])
    func aProofThatHeldMakesTheCredentialActiveAgain(_ answer: PairingAnswer) async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.set { state in for key in state.bound.keys { state.bound[key]?.state = "user_suspended" } }
        await expectFailure(.userSuspended) { _ = try await device.embedded.approveSignIn(url) { _ in answer } }
        #expect(try await device.embedded.getCredentials().first?.state == .userSuspended)
        device.server.set { state in for key in state.bound.keys { state.bound[key]?.state = nil } }
        _ = try await device.embedded.approveSignIn(url) { _ in answer }
        #expect(try await device.embedded.getCredentials().first?.state == .active)
    }

    /// The person agrees once more, for each proof needs the key; what they agree to is the same.
    @Test(arguments: [FakeServer.Fault.lostAnswer, .lostRequest, .status(503, ["error": "server_error"])])
    func theSameApprovalAgainHasTheSameAnswer(_ fault: FakeServer.Fault) async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.fail("/decision", fault)
        #expect(try await device.embedded.approveSignIn(url) { _ in .number("47") } == .approved)
        let sent = device.server.requests("/decision").map { FakeServer.form($0) }
        let proofs = try sent.compactMap { $0["assertion"] }
            .map { try JSONValue(parsing: CompactJWS(parsing: $0).payload) }
        #expect(proofs.count == 2 && proofs.allSatisfy { $0["decision"] == "approve" && $0["number"] == "47" })
        #expect(Set(sent.compactMap { $0["auth_session"] }).count == 2)
        #expect(device.keys.prompts.suffix(2).first == device.keys.prompts.last)
    }

    @Test func anApprovalWhoseAnswerIsLostTwiceIsSaidToBeLost() async throws {
        let device = try await Self.device()
        let url = try Self.url()
        device.server.fail("/decision", .lostAnswer)
        device.server.fail("/decision", .status(404, ["error": "not_found"]))
        await expectFailure(.timedOut) { _ = try await device.embedded.approveSignIn(url) { _ in .number("47") } }
        #expect(device.server.requests("/decision").count == 2)
    }
}
