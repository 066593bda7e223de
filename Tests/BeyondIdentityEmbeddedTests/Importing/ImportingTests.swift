import ChaveBase
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct ImportingTests {
    private let server: FakeServer
    private let first: Device
    private let second: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        first = Device(server)
        second = Device(server, name: "Tablet")
    }

    /// An extension that nobody answers, for claims.
    private func offer() async throws {
        try await first.register()
        let bound = try #require(server.state.withLock { $0.bound.keys.first })
        server.set { $0.extending = FakeServer.Extension(parent: bound) }
    }

    private func importing(_ digits: String = "482915037") async throws -> [Credential] {
        try await second.embedded.registerCredentials(token: CredentialToken(value: digits))
    }

    @Test(arguments: ["482915037", "482-915-037", " 482 915 037 ", "4 8 2 9 1 5 0 3 7"])
    func nineDigitsMayBeWrittenAsPeopleDo(_ text: String) {
        #expect(CredentialToken(value: text).digits == "482915037")
    }

    @Test(arguments: ["", "48291503", "4829150370", "48291503x", "٤٨٢٩١٥٠٣٧", "482.915.037", "+482915037"])
    func everythingElseIsRefusedBeforeAKeyIsMade(_ text: String) async throws {
        await expectFailure(.invalidParameters) { _ = try await importing(text) }
        #expect(second.keys.prompts.isEmpty)
        #expect(server.state.withLock { $0.requests.isEmpty })
    }

    @Test func aWrongCodeIsSaidToBeWrongAndSentOnce() async throws {
        try await offer()
        await expectFailure(.invalidCode) { _ = try await importing("000000000") }
        #expect(server.requests("/v2/extension-claims").count == 1)
        #expect(second.keys.handles.isEmpty)
    }

    @Test func tooManyWrongCodesAreAWait() async throws {
        try await offer()
        server.fail("/v2/extension-claims", .status(429, ["error": "slow_down"]))
        await expectFailure(.rateLimited) { _ = try await importing() }
    }

    @Test func aProofOfWorkIsDoneWhereItIsAskedFor() async throws {
        try await offer()
        server.set { state in
            state.workBits = 9
            state.extending?.code = nil
        }
        // The work is taken; the code is wrong by now.
        await expectFailure(.invalidCode) { _ = try await importing() }
        #expect(server.requests("/v2/extension-claims").count == 2)
    }

    @Test func moreWorkThanAPhoneCanDoIsRefused() async throws {
        try await offer()
        server.set { $0.workBits = 40 }
        await expectFailure(.refused) { _ = try await importing() }
        #expect(server.requests("/v2/extension-claims").count == 1)
    }

    @Test func aRefusalOfTheFirstDeviceLeavesNothing() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        let task = Task { try await importing() }
        try await eventually { server.requests("/v2/extension-claims/claim-1").count == 1 }
        server.set { $0.extending?.claim?.status = "refused" }
        await expectFailure(.refusedByOtherDevice) { _ = try await task.value }
        #expect(second.keys.handles.isEmpty)
        #expect(try await second.embedded.getCredentials().isEmpty)
    }

    @Test func aFirstDeviceThatNeverAnswersIsGivenUp() async throws {
        try await offer()
        let error = await expectFailure(.refusedByOtherDevice) { _ = try await importing() }
        #expect(error?.message.contains("in time") == true)
        #expect(server.clock.elapsedMilliseconds >= 60_000)
    }

    /// The first reading brings the tag, and the second one, which can be held, follows at once.
    @Test func theSecondReadingFollowsTheFirstAtOnce() async throws {
        try await offer()
        await expectFailure(.refusedByOtherDevice) { _ = try await importing() }
        let readings = server.requests("/v2/extension-claims/claim-1").filter { $0.method == .get }
        #expect(readings.prefix(3).map { $0.headers["If-None-Match"] } == [nil, "W/\"1\"", "W/\"1\""])
        // This server holds nothing: one pause after each reading but the first.
        #expect(server.clock.elapsedMilliseconds == Int64(readings.count - 2) * ReadingPace.pauseMilliseconds)
    }

    @Test func aGapInTheConnectionIsWaitedOut() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        for _ in 0..<6 { server.fail("/v2/extension-claims/claim-1", .lostRequest) }
        let task = Task { try await importing() }
        try await eventually { server.requests("/v2/extension-claims/claim-1").count >= 7 }
        server.set { $0.extending?.claim?.status = "refused" }
        await expectFailure(.refusedByOtherDevice) { _ = try await task.value }
    }

    @Test func importingIsAskedForByCallbackToo() async throws {
        try await offer()
        server.fail("/v2/extension-claims", .status(400, ["error": "invalid_code"]))
        let result = await told {
            second.embedded.registerCredentials(token: CredentialToken(value: "482915037"), callback: $0)
        }
        #expect(throws: BISDKError.self) { try result.get() }
    }
}
