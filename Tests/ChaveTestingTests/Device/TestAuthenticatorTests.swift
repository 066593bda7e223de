import ChaveDeviceKeys
import ChaveTesting
import Testing

struct TestAuthenticatorTests {
    private static func creation(_ excluded: [[UInt8]] = []) -> CredentialCreationOptions {
        CredentialCreationOptions(
            relyingPartyID: "bank.example",
            userID: [1],
            challenge: Array(repeating: 7, count: 32),
            algorithms: [-7],
            excludedCredentials: excluded,
            userVerification: "required"
        )
    }

    private static func request(_ allowed: [[UInt8]]) -> CredentialRequestOptions {
        CredentialRequestOptions(
            relyingPartyID: "bank.example",
            challenge: Array(repeating: 8, count: 32),
            allowedCredentials: allowed,
            userVerification: "required"
        )
    }

    private static func failure(_ body: () async throws -> Void) async -> DeviceKeyError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? DeviceKeyError)?.code
        }
    }

    private static let failures: [(answer: TestAnswer, code: DeviceKeyError.Code)] = [
        (.cancels, .userCancelled), (.hasNoDeviceLock, .noDeviceLock), (.hasNoCredential, .noCredential),
        (.isNotAssociated, .notAssociated), (.isExcluded, .credentialExcluded), (.isOnlyPresent, .notAllowed),
        (.fails(DeviceKeyError(.pinBlocked, "blocked")), .pinBlocked),
    ]

    /// Each scripted failure at both ceremonies.
    @Test(arguments: failures)
    func whatIsScriptedHappens(_ failure: (answer: TestAnswer, code: DeviceKeyError.Code)) async throws {
        let authenticator = TestAuthenticator()
        let made = try await authenticator.makeCredential(Self.creation())
        authenticator.setAnswer(failure.answer)
        #expect(await Self.failure { _ = try await authenticator.makeCredential(Self.creation()) } == failure.code)
        #expect(
            await Self.failure { _ = try await authenticator.getAssertion(Self.request([made.id])) } == failure.code
        )
        #expect(authenticator.questions.count == 3)
        #expect(authenticator.credentialIDs == [made.id])
    }

    @Test func theNextAnswersComeFirst() async throws {
        let authenticator = TestAuthenticator(.cancels)
        authenticator.answerNext(.agrees, .hasNoDeviceLock)
        let made = try await authenticator.makeCredential(Self.creation())
        let request = Self.request([made.id])
        #expect(await Self.failure { _ = try await authenticator.getAssertion(request) } == .noDeviceLock)
        #expect(await Self.failure { _ = try await authenticator.getAssertion(request) } == .userCancelled)
    }

    @Test func aSlowPersonTakesTheTestsTime() async throws {
        let clock = TestClock()
        let authenticator = TestAuthenticator(TestAnswer.agrees.after(milliseconds: 42_000), clock: clock)
        _ = try await authenticator.makeCredential(Self.creation())
        #expect(clock.elapsedMilliseconds == 42_000)
    }

    @Test func whoNeverAnswersIsLeftByCancelling() async throws {
        let authenticator = TestAuthenticator(.neverAnswers)
        let asking = Task { try await authenticator.makeCredential(Self.creation()) }
        while authenticator.questions.isEmpty { await Task.yield() }
        asking.cancel()
        #expect(await Self.failure { _ = try await asking.value } == .userCancelled)
    }

    @Test func theDeviceItselfKnowsWhatItHolds() async throws {
        let authenticator = TestAuthenticator()
        let made = try await authenticator.makeCredential(Self.creation())
        let excluding = Self.creation([made.id])
        #expect(await Self.failure { _ = try await authenticator.makeCredential(excluding) } == .credentialExcluded)
        authenticator.removeCredentials()
        #expect(authenticator.credentialIDs.isEmpty)
        let request = Self.request([made.id])
        #expect(await Self.failure { _ = try await authenticator.getAssertion(request) } == .noCredential)
        #expect(authenticator.questions.last?.credentials == [made.id])
    }

    @Test func keysFollowFromTheSeed() async throws {
        let (one, same, other) = (TestAuthenticator(seed: 5), TestAuthenticator(seed: 5), TestAuthenticator(seed: 6))
        let made = try await one.makeCredential(Self.creation())
        let again = try await same.makeCredential(Self.creation())
        let different = try await other.makeCredential(Self.creation())
        #expect(made == again && made.attestationObject != different.attestationObject)
    }
}
