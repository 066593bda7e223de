import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import Testing

/// Which of several accounts signs where the relying party names no credential (WebAuthn Level 3, section 6.3.3).
@Suite struct AccountChoiceTests {
    private let store = MemoryKeyStore()

    init() throws {
        try store.insert(Sample.credential(id: [1], createdAt: 10))
        try store.insert(Sample.credential(id: [2], createdAt: 20))
        try store.insert(Sample.credential(id: [3], isDiscoverable: false, createdAt: 30))
        try store.insert(Sample.credential(id: [4], relyingPartyID: "other.example", createdAt: 40))
    }

    private func authenticator(_ choice: AccountChoice, _ gesture: UserGesture = .always(.verified))
        -> SoftwareAuthenticator
    {
        Sample.authenticator(store, gesture: gesture, configuration: .init(accountChoice: choice))
    }

    @Test func theNewestSignsUnlessSomebodyChooses() async throws {
        #expect(try await authenticator(.newest).getAssertion(Sample.request()).id == [2])
    }

    @Test func thePersonChoosesAmongTheDiscoverableAccountsOfTheRelyingParty() async throws {
        let choice = AccountChoice { relyingPartyID, accounts in
            #expect(relyingPartyID == "bank.example")
            #expect(accounts.map(\.credentialID) == [[2], [1]])
            #expect(accounts.map(\.userName) == ["ana", "ana"])
            #expect(accounts.map(\.createdAt) == [20, 10])
            return accounts.last
        }
        #expect(try await authenticator(choice).getAssertion(Sample.request()).id == [1])
    }

    @Test func whoChoosesNoneOrOneThatWasNotOfferedSignsNothing() async throws {
        let asked = AskedRequests()
        let foreign = AccountChoice.Account(credentialID: [4], userName: "", userDisplayName: "", createdAt: 40)
        for answer in [nil, foreign] {
            await expectCode(.userCancelled) {
                try await authenticator(AccountChoice { _, _ in answer }, asked.gesture(.verified))
                    .getAssertion(Sample.request())
            }
        }
        #expect(asked.all.isEmpty)
        #expect(try store.credentials().allSatisfy { $0.signCount == 0 })
    }

    @Test func nobodyIsAskedToChooseWhereThereIsNoChoice() async throws {
        let choice = AccountChoice { _, accounts in
            Issue.record("asked to choose")
            return accounts.first
        }
        let alone = Sample.request { $0.relyingPartyID = "other.example" }
        #expect(try await authenticator(choice).getAssertion(alone).id == [4])
        let named = Sample.request { $0.allowedCredentials = [[1], [2]] }
        #expect(try await authenticator(choice).getAssertion(named).id == [1])
        await expectCode(.noCredential) {
            try await authenticator(choice).getAssertion(Sample.request { $0.relyingPartyID = "nobody.example" })
        }
    }
}
