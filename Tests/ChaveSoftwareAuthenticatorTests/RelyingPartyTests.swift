import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWebAuthn
import ChaveWire
import Testing

/// Our authenticator's answers through our relying party.
@Suite struct RelyingPartyTests {
    private let relyingParty = RelyingParty(id: Sample.relyingPartyID, origins: ["https://bank.example"])

    private func register(
        _ authenticator: SoftwareAuthenticator,
        _ change: (inout CredentialCreationOptions) -> Void = { _ in }
    ) async throws -> VerifiedRegistration {
        let options = Sample.creation(change)
        let created = try await authenticator.makeCredential(options)
        return try await relyingParty.verify(
            RegistrationResponse(json: created.json),
            expecting: RegistrationExpectation(
                challenge: options.challenge,
                userVerification: .required,
                algorithms: options.algorithms.map(COSEAlgorithm.init(rawValue:)),
                userHandle: options.userID
            )
        )
    }

    private func authenticate(
        _ authenticator: SoftwareAuthenticator,
        _ stored: StoredCredential,
        allowList: Bool = true
    ) async throws -> VerifiedAuthentication {
        let options = Sample.request { $0.allowedCredentials = allowList ? [stored.id] : [] }
        let assertion = try await authenticator.getAssertion(options)
        return try relyingParty.verify(
            AuthenticationResponse(json: assertion.json),
            against: stored,
            expecting: AuthenticationExpectation(
                challenge: options.challenge,
                allowedCredentials: allowList ? [stored.id] : nil,
                userVerification: .required
            )
        )
    }

    @Test(arguments: [-7, -8, -257] as [Int64], [nil, "direct"] as [String?])
    func whatIsRegisteredAuthenticates(_ algorithm: Int64, _ attestation: String?) async throws {
        let authenticator = Sample.authenticator(configuration: .init(attestation: .packedSelf))
        let registration = try await register(authenticator) {
            $0.algorithms = [algorithm]
            $0.attestation = attestation
        }
        #expect(registration.algorithm.rawValue == algorithm)
        #expect(registration.attestation == (attestation == nil ? .none : .selfAttestation))
        #expect(registration.aaguid == SoftwareAuthenticator.aaguid)
        #expect(registration.isUserVerified)
        #expect(registration.isCanonical)
        var stored = registration.credential
        for count in 1...3 as ClosedRange<UInt32> {
            let authentication = try await authenticate(authenticator, stored)
            #expect(authentication.signCount == count)
            #expect(!authentication.isPossibleClone)
            stored.signCount = authentication.signCount
        }
    }

    @Test func aDiscoverableCredentialNeedsNoList() async throws {
        let authenticator = Sample.authenticator()
        let registration = try await register(authenticator) { $0.residentKey = "required" }
        _ = try await authenticate(authenticator, registration.credential, allowList: false)
    }

    @Test(arguments: [-7, -8, -257] as [Int64])
    func whatAnEncryptedStoreKeepsAuthenticatesAfterARestart(_ algorithm: Int64) async throws {
        let directory = try TemporaryDirectory()
        let first = try EncryptedKeyStore(directory: directory.store, protection: .test)
        var stored = try await register(Sample.authenticator(first)) { $0.algorithms = [algorithm] }.credential
        for count in 1...3 as ClosedRange<UInt32> {
            let again = try EncryptedKeyStore(directory: directory.store, protection: .test)
            let authentication = try await authenticate(Sample.authenticator(again), stored)
            #expect(authentication.signCount == count)
            stored.signCount = authentication.signCount
        }
    }

    @Test func anotherKeysAssertionIsRefused() async throws {
        let one = try await register(Sample.authenticator()).credential
        let other = Sample.authenticator()
        let thief = try await register(other).credential
        var forged = one
        forged.id = thief.id
        await #expect(throws: AuthenticationRefusal.self) { try await authenticate(other, forged) }
    }

    @Test func aCopiedStoreIsSeenAsAClone() async throws {
        let store = MemoryKeyStore()
        var stored = try await register(Sample.authenticator(store)).credential
        let copy = MemoryKeyStore()
        try copy.insert(#require(try store.credential(stored.id)))
        for _ in 0..<2 { stored.signCount = try await authenticate(Sample.authenticator(store), stored).signCount }
        await #expect(throws: AuthenticationRefusal.self) { try await authenticate(Sample.authenticator(copy), stored) }
    }
}
