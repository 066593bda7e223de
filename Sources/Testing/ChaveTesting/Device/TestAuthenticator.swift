public import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWebAuthn
import ChaveWire

/// A platform authenticator in memory: real keys, real signatures, and a person who follows a script.
///
/// Its credentials and signatures pass each check of a relying party; a scripted failure is that of a real device. Keys
/// and ids follow from the seed. ECDSA signatures differ from run to run, as they must.
public final class TestAuthenticator: PlatformAuthenticator {
    private let store = MemoryKeyStore()
    private let script: TestScript<TestQuestion>
    private let clock: TestClock
    private let random: TestRandom

    /// Creates a device without credentials, whose person gives `answer` by default.
    ///
    /// Slow answers take their time from `clock`: pass the server's clock.
    public init(_ answer: TestAnswer = .agrees, clock: TestClock = TestClock(), seed: UInt64 = 1) {
        script = TestScript(answer, clock: clock)
        self.clock = clock
        random = TestRandom(seed: seed, for: "authenticator")
    }

    /// All questions, the oldest first.
    public var questions: [TestQuestion] { script.questions }

    /// The ids of the credentials that this device holds, the newest first.
    public var credentialIDs: [[UInt8]] { ((try? store.credentials()) ?? []).map(\.id) }

    /// Sets the answer to later questions, after the answers of ``answerNext(_:)``.
    public func setAnswer(_ answer: TestAnswer) { script.setAnswer(answer) }

    /// Adds answers to the next questions, one each; afterwards the default answer applies again.
    public func answerNext(_ answers: TestAnswer...) { script.answerNext(answers) }

    /// Removes all credentials, as on a new phone.
    public func removeCredentials() {
        for id in credentialIDs { try? store.removeCredential(id) }
    }

    /// Makes a credential, or fails as scripted.
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

    /// Signs, or fails as scripted.
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

    /// Adds a credential without asking the person; `nil` when the machine cannot make one.
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

    /// Returns `nil` for a number that is not a key of the curve; the caller then uses a key from the library.
    private func nextKey() -> CredentialPrivateKey? {
        try? CredentialPrivateKey(algorithm: .es256, secretBytes: random.bytes(32))
    }

    private static func spoiled(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + bytes.suffix(1).map { $0 ^ 1 } }
}

/// A question to a test authenticator, without challenges or user handles.
public struct TestQuestion: Hashable, Sendable {
    /// One of WebAuthn's two ceremonies.
    public enum Ceremony: Hashable, Sendable {
        /// The question is to make a key.
        case registration
        /// The question is to sign with a key.
        case authentication
    }

    /// The ceremony of the question.
    public var ceremony: Ceremony
    /// The id of the relying party.
    public var relyingPartyID: String?
    /// The relying party's `userVerification`: `required`, `preferred`, `discouraged` or nothing.
    public var userVerification: String?
    /// The ids of the allowed credentials; in a registration, of the excluded ones.
    public var credentials: [[UInt8]]
}
