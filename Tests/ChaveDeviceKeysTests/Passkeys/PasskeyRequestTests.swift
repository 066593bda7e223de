import Testing

@testable import ChaveDeviceKeys

@Suite struct PasskeyRequestTests {
    private func creation(_ change: (inout CredentialCreationOptions) -> Void = { _ in }) -> CredentialCreationOptions {
        var options = CredentialCreationOptions(
            relyingPartyID: "pay.example",
            userID: [1, 2],
            userName: "ana",
            userDisplayName: "Ana",
            challenge: [3],
            algorithms: [-257, -7],
            excludedCredentials: [[4]],
            userVerification: "required"
        )
        change(&options)
        return options
    }

    @Test func optionsBecomeARegistration() throws {
        let request = try PasskeyRegistrationRequest(creation())
        #expect(request.relyingPartyID == "pay.example")
        #expect(request.challenge == [3])
        #expect(request.userID == [1, 2])
        #expect(request.userName == "ana")
        #expect(request.verification == .required)
        #expect(request.excluded == [[4]])
    }

    @Test func anUnnamedUserIsShownByTheirDisplayName() throws {
        #expect(try PasskeyRegistrationRequest(creation { $0.userName = "" }).userName == "Ana")
    }

    @Test(arguments: [[], [-7], [-257, -7]] as [[Int64]]) func es256AmongTheAlgorithmsIsEnough(_ offered: [Int64])
        throws
    {
        #expect(throws: Never.self) { try PasskeyRegistrationRequest(creation { $0.algorithms = offered }) }
    }

    @Test(arguments: [nil, "", "platform", "whatever"] as [String?]) func onlyASecurityKeyIsRefused(
        _ attachment: String?
    ) {
        #expect(throws: Never.self) {
            try PasskeyRegistrationRequest(creation { $0.authenticatorAttachment = attachment })
        }
    }

    private struct Refusal: Sendable {
        let code: DeviceKeyError.Code
        let field: String
        let change: @Sendable (inout CredentialCreationOptions) -> Void
    }

    private static let refusals = [
        Refusal(code: .invalidOptions, field: "rp.id") { $0.relyingPartyID = nil },
        Refusal(code: .invalidOptions, field: "rp.id") { $0.relyingPartyID = "" },
        Refusal(code: .invalidOptions, field: "rp.id") { $0.relyingPartyID = "https://pay.example" },
        Refusal(code: .invalidOptions, field: "rp.id") { $0.relyingPartyID = "pay.example:8443" },
        Refusal(code: .invalidOptions, field: "rp.id") { $0.relyingPartyID = "Pay.example" },
        Refusal(code: .invalidOptions, field: "challenge") { $0.challenge = [] },
        Refusal(code: .invalidOptions, field: "user.id") { $0.userID = [] },
        Refusal(code: .invalidOptions, field: "user.id") { $0.userID = Array(repeating: 0, count: 65) },
        Refusal(code: .notSupported, field: "pubKeyCredParams") { $0.algorithms = [-257, -8] },
        Refusal(code: .notSupported, field: "authenticatorSelection.authenticatorAttachment") {
            $0.authenticatorAttachment = "cross-platform"
        },
    ]

    @Test(arguments: refusals.indices) func whatAPasskeyCannotBeIsRefusedBeforeAnyoneIsAsked(_ index: Int) async {
        let refusal = PasskeyRequestTests.refusals[index]
        let prompt = FakePrompt()
        let authenticator = PasskeyAuthenticator(ceremonies: PasskeyCeremonies(), prompt: prompt)
        let error = await #expect(throws: DeviceKeyError.self) {
            try await authenticator.makeCredential(creation(refusal.change))
        }
        #expect(error?.code == refusal.code)
        #expect(error?.field == refusal.field)
        #expect(await prompt.asked.isEmpty)
    }

    @Test func fallbacksStandBesideTheAllowedOnceEach() throws {
        var options = CredentialRequestOptions(relyingPartyID: "pay.example", challenge: [1])
        options.allowedCredentials = [[1], [2]]
        options.fallbackCredentials = [[2], [3]]
        #expect(try PasskeyAssertionRequest(options).allowed == [[1], [2], [3]])
    }

    @Test func withoutAnAllowListAFallbackDoesNotNarrowWhatIsAllowed() throws {
        var options = CredentialRequestOptions(relyingPartyID: "pay.example", challenge: [1])
        options.fallbackCredentials = [[3]]
        #expect(try PasskeyAssertionRequest(options).allowed.isEmpty)
    }

    @Test(
        arguments: [
            (nil, .preferred), ("required", .required), ("discouraged", .discouraged), ("REQUIRED", .preferred),
        ] as [(String?, PasskeyVerification)]
    )
    func verificationIsReadAsTheStandardSays(_ option: String?, _ verification: PasskeyVerification) throws {
        let options = CredentialRequestOptions(relyingPartyID: "pay.example", challenge: [1], userVerification: option)
        #expect(try PasskeyAssertionRequest(options).verification == verification)
    }

    @Test func onlyAnAssertionAsksForThePasskeysOfThisDeviceAlone() throws {
        let options = CredentialRequestOptions(relyingPartyID: "pay.example", challenge: [1])
        #expect(try PasskeyRequest.assertion(PasskeyAssertionRequest(options)).isForThisDeviceAlone)
        #expect(try !PasskeyRequest.registration(PasskeyRegistrationRequest(creation())).isForThisDeviceAlone)
    }

    @Test func anAssertionWithoutRelyingPartyOrChallengeIsRefused() {
        let nowhere = CredentialRequestOptions(relyingPartyID: nil, challenge: [1])
        #expect(throws: DeviceKeyError.self) { try PasskeyAssertionRequest(nowhere) }
        let unchallenged = CredentialRequestOptions(relyingPartyID: "pay.example", challenge: [])
        #expect(throws: DeviceKeyError.self) { try PasskeyAssertionRequest(unchallenged) }
    }
}
