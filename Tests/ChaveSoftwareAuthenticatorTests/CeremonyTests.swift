import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

@Suite struct CeremonyTests {
    @Test func theFirstAlgorithmThatCanBeMadeDecides() async throws {
        let authenticator = Sample.authenticator()
        for (offered, expected) in [
            ([-257, -7], -257), ([-7, -257], -7), ([-8, -7], -8), ([-65_535, -36, -7], -7), ([], -7),
        ] as [([Int64], Int64)] {
            let created = try await authenticator.makeCredential(Sample.creation { $0.algorithms = offered })
            let key = try #require(try Sample.data(created).attestedCredentialData?.publicKey)
            #expect(try COSEKey(decoding: key).algorithm.rawValue == expected)
        }
    }

    @Test func clientDataNamesCeremonyChallengeAndOrigin() async throws {
        let authenticator = Sample.authenticator()
        let created = try await authenticator.makeCredential(Sample.creation())
        let creation = try CollectedClientData(decoding: created.clientDataJSON)
        #expect(creation.type == "webauthn.create")
        #expect(creation.challenge == [UInt8](repeating: 7, count: 32))
        #expect(creation.origin == "https://bank.example")
        #expect(creation.crossOrigin == false)
        let assertion = try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [created.id] })
        let request = try CollectedClientData(decoding: assertion.clientDataJSON)
        #expect(request.type == "webauthn.get")
        #expect(request.challenge == [UInt8](repeating: 9, count: 32))
    }

    @Test func theKeyNeverSaysThatItIsBackedUp() async throws {
        let created = try await Sample.authenticator().makeCredential(Sample.creation())
        let data = try Sample.data(created)
        #expect(data.flags.isDisjoint(with: [.backupEligible, .backupState, .extensionData]))
        #expect(data.attestedCredentialData?.aaguid == SoftwareAuthenticator.aaguid)
        #expect(created.authenticatorAttachment == "platform")
        #expect(created.transports == ["internal"])
    }

    @Test func theUserHandleGoesBackAsItCame() async throws {
        let authenticator = Sample.authenticator()
        let options = try CredentialCreationOptions(json: JSONValue(parsing: OptionsTests.guideCreation))
        let created = try await authenticator.makeCredential(options)
        let assertion = try await authenticator.getAssertion(
            Sample.request {
                $0.relyingPartyID = "belvo.com"
                $0.allowedCredentials = [created.id]
            }
        )
        #expect(assertion.json["response"]?["userHandle"] == "a5bd0ef9-f8ab-41a2-b968-489761a91de6")
    }

    @Test func attestationIsNoneUnlessItIsAskedForAndOffered() async throws {
        let selfAttesting = Sample.authenticator(configuration: .init(attestation: .packedSelf))
        for (asked, expected) in [(nil, "none"), ("none", "none"), ("direct", "packed"), ("x", "none")]
            as [(String?, String)]
        {
            let created = try await selfAttesting.makeCredential(Sample.creation { $0.attestation = asked })
            #expect(try AttestationObject(decoding: created.attestationObject).format == expected)
            let plain = try await Sample.authenticator().makeCredential(Sample.creation { $0.attestation = asked })
            #expect(try AttestationObject(decoding: plain.attestationObject).format == "none")
        }
    }

    // MARK: Which credential

    @Test func anAllowedCredentialSignsWhetherDiscoverableOrNot() async throws {
        let authenticator = Sample.authenticator()
        for residentKey in [nil, "discouraged", "preferred", "required"] as [String?] {
            let created = try await authenticator.makeCredential(
                Sample.creation {
                    $0.residentKey = residentKey
                    $0.userID = Array("\(residentKey ?? "-")".utf8)
                }
            )
            let assertion = try await authenticator.getAssertion(
                Sample.request { $0.allowedCredentials = [[9], created.id] }
            )
            #expect(assertion.id == created.id)
        }
    }

    @Test func withoutAListTheNewestDiscoverableCredentialSigns() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1], createdAt: 10))
        try store.insert(Sample.credential(id: [2], createdAt: 30))
        try store.insert(Sample.credential(id: [3], createdAt: 20))
        try store.insert(Sample.credential(id: [4], isDiscoverable: false, createdAt: 40))
        try store.insert(Sample.credential(id: [5], relyingPartyID: "other.example", createdAt: 50))
        #expect(try await Sample.authenticator(store).getAssertion(Sample.request()).id == [2])
    }

    @Test func theOrderOfTheListDecides() async throws {
        let store = MemoryKeyStore()
        for id in [1, 2, 3] as [UInt8] { try store.insert(Sample.credential(id: [id])) }
        let authenticator = Sample.authenticator(store)
        #expect(
            try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [[7], [3], [1]] }).id == [3]
        )
    }

    @Test func aFallbackSignsOnlyWhenNothingElseCan() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1], isDiscoverable: false))
        try store.insert(Sample.credential(id: [2], isDiscoverable: false))
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(store, gesture: asked.gesture(.verified))
        for (allowed, expected) in [([[9]], [2]), ([[1]], [1]), ([], [2])] as [([[UInt8]], [UInt8])] {
            let assertion = try await authenticator.getAssertion(
                Sample.request {
                    $0.allowedCredentials = allowed
                    $0.fallbackCredentials = [[2]]
                }
            )
            #expect(assertion.id == expected)
        }
        #expect(asked.all.count == 3)
    }

    @Test func aCredentialSignsForItsOwnRelyingPartyOnly() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1], relyingPartyID: "other.example"))
        let authenticator = Sample.authenticator(store)
        await expectCode(.noCredential) {
            try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [[1]] })
        }
        await expectCode(.noCredential) { try await authenticator.getAssertion(Sample.request()) }
    }

    @Test func thatThereIsNoCredentialIsSaidOnlyAfterConsent() async throws {
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(gesture: asked.gesture(.verified))
        await expectCode(.noCredential) { try await authenticator.getAssertion(Sample.request()) }
        #expect(asked.all.count == 1)
        await expectCode(.userCancelled) {
            try await Sample.authenticator(gesture: .always(.cancelled)).getAssertion(Sample.request())
        }
    }

    // MARK: Excluded credentials

    @Test func anExcludedCredentialIsAdmittedOnlyAfterConsent() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1]))
        let options = Sample.creation { $0.excludedCredentials = [[9], [1]] }
        let asked = AskedRequests()
        await expectCode(.credentialExcluded) {
            try await Sample.authenticator(store, gesture: asked.gesture(.verified)).makeCredential(options)
        }
        #expect(asked.all.count == 1)
        await expectCode(.userCancelled) {
            try await Sample.authenticator(store, gesture: .always(.cancelled)).makeCredential(options)
        }
        #expect(try store.credentials().count == 1)
    }

    @Test func anotherRelyingPartysCredentialExcludesNothing() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1], relyingPartyID: "other.example"))
        _ = try await Sample.authenticator(store).makeCredential(Sample.creation { $0.excludedCredentials = [[1]] })
        #expect(try store.credentials().count == 2)
    }

    @Test func aUsersDiscoverableCredentialIsReplacedAndNoOther() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1]))
        try store.insert(Sample.credential(id: [2], isDiscoverable: false))
        try store.insert(Sample.credential(id: [3], relyingPartyID: "other.example"))
        let created = try await Sample.authenticator(store).makeCredential(
            Sample.creation { $0.residentKey = "required" }
        )
        #expect(try Set(store.credentials().map(\.id)) == [[2], [3], created.id])
    }

    // MARK: Who may ask

    @Test(arguments: [
        "", ".", "example.", ".example", "a..b", "Example.com", "bänk.example", "bank_1.example", "-a.example",
        "a-.example",
        "bank.example:443", "user@bank.example", "bank.example/path", "127.0.0.1", "1.2.3.04", "[::1]", "bank.0x7f",
        " ",
        "bank.example ", "https://bank.example", "\u{212A}.example",
        String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "a",
    ])
    func anIDThatIsNoDomainIsRefused(_ id: String) async {
        let authenticator = Sample.authenticator()
        await expectCode(.invalidOptions) {
            try await authenticator.makeCredential(Sample.creation { $0.relyingPartyID = id })
        }
        await expectCode(.invalidOptions) {
            try await authenticator.getAssertion(Sample.request { $0.relyingPartyID = id })
        }
    }

    @Test(arguments: ["localhost", "bank.example", "xn--bnk-qla.example", "a1.b-2.c3d"])
    func aDomainIsTaken(_ id: String) async throws {
        let created = try await Sample.authenticator().makeCredential(Sample.creation { $0.relyingPartyID = id })
        #expect(try CollectedClientData(decoding: created.clientDataJSON).origin == "https://\(id)")
    }

    @Test func theDefaultRelyingPartyCountsWhereOptionsNameNone() async throws {
        let authenticator = Sample.authenticator(configuration: .init(defaultRelyingPartyID: "default.example"))
        let created = try await authenticator.makeCredential(Sample.creation { $0.relyingPartyID = nil })
        #expect(try CollectedClientData(decoding: created.clientDataJSON).origin == "https://default.example")
    }

    @Test(arguments: [
        ("https://bank.example", "bank.example", true), ("https://app.bank.example:8443", "bank.example", true),
        ("http://localhost:8080", "localhost", true), ("android:apk-key-hash:abc", "bank.example", true),
        ("https://evilbank.example", "bank.example", false), ("https://evil-bank.example", "bank.example", false),
        ("https://bank.example", "app.bank.example", false), ("https://bank.example.evil.test", "bank.example", false),
        ("https://bank.example", "example", false), ("https://bank.example.", "bank.example", false),
        ("https://BANK.example", "bank.example", false), ("https://bank.example/path", "bank.example", false),
        ("https://user@bank.example", "bank.example", false), ("https://bank.example:", "bank.example", false),
        ("https://bank.example:1x", "bank.example", false), ("", "bank.example", false),
    ])
    func aFixedOriginActsOnlyForItsOwnDomain(_ origin: String, _ id: String, _ isAllowed: Bool) async throws {
        let authenticator = Sample.authenticator(configuration: .init(origin: .fixed(origin)))
        let options = Sample.creation { $0.relyingPartyID = id }
        if isAllowed {
            let created = try await authenticator.makeCredential(options)
            #expect(try CollectedClientData(decoding: created.clientDataJSON).origin == origin)
        } else {
            await expectCode(.notAllowed) { try await authenticator.makeCredential(options) }
        }
    }
}
