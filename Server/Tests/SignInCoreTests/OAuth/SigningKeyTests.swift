import ChaveBase
import ChaveJOSE
import ChaveWire
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

@Suite struct SigningKeyTests {
    private func keyID(_ rig: OAuthRig) async throws -> String? {
        let token = try #require(try await rig.exchange(try await rig.code()).idToken)
        return try CompactJWS(parsing: token).keyID
    }

    private func published(_ rig: OAuthRig) async throws -> Set<String> {
        Set(try await rig.signIn.publicKeys(of: rig.tenant).keys.compactMap(\.keyID))
    }

    @Test func aNewKeyIsPublishedBeforeItSignsAndAnOldOneUntilItsTokensAreDead() async throws {
        let rig = try await OAuthRig()
        let first = try #require(try await keyID(rig))
        #expect(try await published(rig) == [first])
        try await rig.signIn.rotateSigningKeys(of: rig.tenant)
        let both = try await published(rig)
        #expect(both.count == 2)
        rig.world.advance(milliseconds: 599_999)
        #expect(try await keyID(rig) == first)
        rig.world.advance(milliseconds: 1)
        let second = try #require(try await keyID(rig))
        #expect(both == [first, second])
        rig.world.advance(seconds: 659)
        #expect(try await published(rig) == both)
        rig.world.advance(seconds: 1)
        #expect(try await published(rig) == [second])
        try await rig.signIn.rotateSigningKeys(of: rig.tenant)
        let stored = try await rig.signIn.records.list(SigningKeyRecord.self, of: rig.tenant, limit: 10)
        #expect(stored.count == 2)
        #expect(stored.allSatisfy { $0.record.recordID != first })
    }

    /// A reader of the JWKS has the key before it meets a token by it.
    @Test func theKeyOfAnAlgorithmIsPublishedWhenAClientRegistersForIt() async throws {
        let rig = try await OAuthRig()
        let before = try await published(rig)
        for algorithm in [OIDCClient.IDTokenAlgorithm.rs256, .rs256, .es256] {
            let draft = ClientDraft(
                name: "Old",
                redirectURIs: [OAuthRig.redirectURI],
                tokenAuthentication: .none,
                idTokenAlgorithm: algorithm
            )
            let client = try await rig.signIn.registerClient(draft, of: rig.tenant).client
            let keys = try await published(rig)
            #expect(keys.count == 2 && keys.isSuperset(of: before), "one key for each algorithm")
            let token = try #require(try await rig.exchange(try await rig.code(client.id), client.id).idToken)
            let signed = try #require(try CompactJWS(parsing: token).keyID)
            #expect(keys.contains(signed))
            #expect(try await published(rig) == keys)
        }
    }

    @Test func aSecondRotationWaitsForTheFirst() async throws {
        let rig = try await OAuthRig()
        try await rig.signIn.rotateSigningKeys(of: rig.tenant)
        try await rig.signIn.rotateSigningKeys(of: rig.tenant)
        #expect(try await published(rig).count == 2)
    }

    @Test func parallelFirstUsesMakeOneKey() async throws {
        let rig = try await OAuthRig()
        let sets = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<20 { group.addTask { try await published(rig) } }
            return try await group.reduce(into: Set<Set<String>>()) { $0.insert($1) }
        }
        #expect(sets.count == 1)
        #expect(sets.first?.count == 1)
    }

    @Test func tenantsHaveKeysOfTheirOwnAndNothingSecretIsPublished() async throws {
        let rig = try await OAuthRig()
        let other = try #require(TenantID("other"))
        let keys = try await rig.signIn.publicKeys(of: rig.tenant)
        _ = try await rig.signIn.createTenant(other, displayName: "Other")
        let theirs = try await rig.signIn.publicKeys(of: other)
        #expect(Set(keys.keys).isDisjoint(with: theirs.keys))
        for name in ["d", "p", "q", "k"] { #expect(keys.json["keys"]?.array?.allSatisfy { $0[name] == nil } == true) }
    }

    /// Whoever asks for a made-up tenant leaves nothing behind.
    @Test func aTenantThatIsNotThereHasNoKeysAndGetsNone() async throws {
        let rig = try await OAuthRig()
        let nobody = try #require(TenantID("nobody"))
        let before = try await rig.world.store.contents.count
        for ask in [
            { _ = try await rig.signIn.publicKeys(of: nobody) },
            { _ = try await rig.signIn.discoveryDocument(of: nobody) },
            { try await rig.signIn.rotateSigningKeys(of: nobody) },
        ] as [() async throws -> Void] {
            #expect(try await refusal(ask).code == .notFound)
        }
        #expect(try await rig.world.store.contents.count == before)
    }

    @Test func theMetadataNamesWhatIsThere() async throws {
        let rig = try await OAuthRig()
        let document = JSONValue.object(try await rig.signIn.discoveryDocument(of: rig.tenant))
        #expect(document["issuer"] == "https://chave.example/t/sandbox")
        #expect(document["token_endpoint"] == "https://chave.example/t/sandbox/v2/token")
        #expect(document["code_challenge_methods_supported"] == ["S256"])
        #expect(document["authorization_response_iss_parameter_supported"] == true)
        #expect(document["id_token_signing_alg_values_supported"] == ["ES256", "RS256"])
        let methods: JSONValue = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
        #expect(document["introspection_endpoint_auth_methods_supported"] == methods)
    }
}
