public import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWebAuthn
import ChaveWire

/// A platform authenticator without a platform: real keys and real signatures in memory, and a person who follows a script.
///
/// What it makes passes each check of a relying party; what the script has go wrong fails as it would on a device. Keys and
/// ids follow from the seed; ECDSA's signatures differ from run to run, as they must.
public final class TestAuthenticator: PlatformAuthenticator {
    private let store = MemoryKeyStore()
    private let script: TestScript<TestQuestion>
    private let clock: TestClock
    private let random: TestRandom

    /// A device without credentials, whose person gives `answer` unless a test says otherwise.
    ///
    /// `clock` is what slow answers take their time from: the server's own.
    public init(_ answer: TestAnswer = .agrees, clock: TestClock = TestClock(), seed: UInt64 = 1) {
        script = TestScript(answer, clock: clock)
        self.clock = clock
        random = TestRandom(seed: seed, for: "authenticator")
    }

    /// What it was asked, the oldest first.
    public var questions: [TestQuestion] { script.questions }

    /// The ids of the credentials that this device holds, the newest first.
    public var credentialIDs: [[UInt8]] { ((try? store.credentials()) ?? []).map(\.id) }

    /// What the person does from now on, after what ``answerNext(_:)`` has lined up.
    public func setAnswer(_ answer: TestAnswer) { script.setAnswer(answer) }

    /// What the person does at the next questions, one each; afterwards as before.
    public func answerNext(_ answers: TestAnswer...) { script.answerNext(answers) }

    /// Forgets all credentials, as a new telephone does.
    public func removeCredentials() {
        for id in credentialIDs { try? store.removeCredential(id) }
    }

    /// Makes a credential, or fails as the script has it.
    public func makeCredential(
        _ options: CredentialCreationOptions
    ) async throws(DeviceKeyError) -> CreatedCredential {
        let question = TestQuestion(
            ceremony: .registration,
            relyingPartyID: options.relyingPartyID,
            userVerification: options.userVerification,
            credentials: options.excludedCredentials
        )
        switch try await script.ask(question, for: question.ceremony) {
        case .agrees(let isVerified): return try await authenticator(isVerified).makeCredential(options)
        case .signsWrongly:
            var other = options
            other.challenge = TestAuthenticator.spoiled(options.challenge)
            return try await authenticator(true).makeCredential(other)
        }
    }

    /// Signs, or fails as the script has it.
    public func getAssertion(
        _ options: CredentialRequestOptions
    ) async throws(DeviceKeyError) -> CredentialAssertion {
        let question = TestQuestion(
            ceremony: .authentication,
            relyingPartyID: options.relyingPartyID,
            userVerification: options.userVerification,
            credentials: options.allowedCredentials
        )
        switch try await script.ask(question, for: question.ceremony) {
        case .agrees(let isVerified): return try await authenticator(isVerified).getAssertion(options)
        case .signsWrongly:
            var assertion = try await authenticator(true).getAssertion(options)
            assertion.signature = TestAuthenticator.spoiled(assertion.signature)
            return assertion
        }
    }

    /// Has a credential that nobody was asked for; `nil` where the machine cannot make one.
    func addCredential(_ relyingPartyID: String, _ userHandle: [UInt8]) -> StoredCredential? {
        guard let key = nextKey() ?? (try? CredentialPrivateKey.generate(.es256)) else { return nil }
        let made = DeviceCredential(
            id: random.bytes(32),
            relyingPartyID: relyingPartyID,
            userHandle: userHandle,
            privateKey: key,
            isDiscoverable: true,
            createdAt: clock.now / 1_000_000
        )
        guard (try? store.insert(made)) != nil else { return nil }
        return StoredCredential(
            id: made.id,
            publicKey: key.publicKey.encoded(),
            signCount: made.signCount,
            backupEligible: false,
            backupState: false,
            userHandle: userHandle
        )
    }

    private func authenticator(_ isVerified: Bool) -> SoftwareAuthenticator {
        var configuration = SoftwareAuthenticator.Configuration(
            randomBytes: { [random] in random.bytes($0) },
            now: { [clock] in clock.now / 1_000_000 }
        )
        configuration.importedKey = nextKey()
        return SoftwareAuthenticator(
            store: store,
            gesture: .always(isVerified ? .verified : .present),
            configuration: configuration
        )
    }

    /// Not every number is a key of the curve; the few that are not leave the choice to the library.
    private func nextKey() -> CredentialPrivateKey? {
        try? CredentialPrivateKey(algorithm: .es256, secretBytes: random.bytes(32))
    }

    private static func spoiled(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + bytes.suffix(1).map { $0 ^ 1 } }
}
