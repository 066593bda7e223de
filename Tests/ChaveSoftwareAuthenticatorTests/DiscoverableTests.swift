import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

/// Credentials that sign although the relying party names none, and what a registration says of them.
@Suite struct DiscoverableTests {
    private static let text = """
        {"rp": {"id": "bank.example", "name": "Bank"}, "user": {"id": "dXNlci0x", "name": "ana"},
         "challenge": "R3dsT2REOE5oZ25JbVE", "pubKeyCredParams": [{"alg": -7, "type": "public-key"}]}
        """

    private func options(_ changes: JSONValue) throws -> CredentialCreationOptions {
        var json = try #require(try JSONValue(parsing: Self.text).object)
        for (name, value) in try #require(changes.object).members { json[name] = value }
        return try CredentialCreationOptions(json: .object(json))
    }

    /// What `authenticatorSelection` says, and whether the credential is then discoverable (section 5.4.6).
    private static let selections: [(JSONValue, Bool)] = [
        (nil, false), ([:], false), (["residentKey": nil], false),
        (["residentKey": "required"], true), (["residentKey": "preferred"], true),
        (["residentKey": "discouraged"], false),
        (["requireResidentKey": true], true), (["requireResidentKey": false], false),
        (["residentKey": "discouraged", "requireResidentKey": true], false),
        (["residentKey": "required", "requireResidentKey": false], true),
        // A value that nobody knows counts as none.
        (["residentKey": "future"], false), (["residentKey": "future", "requireResidentKey": true], true),
    ]

    @Test func theSelectionDecidesWhetherACredentialIsDiscoverable() async throws {
        for (selection, isDiscoverable) in Self.selections {
            let store = MemoryKeyStore()
            let authenticator = Sample.authenticator(store)
            let created = try await authenticator.makeCredential(options(["authenticatorSelection": selection]))
            #expect(try store.credential(created.id)?.isDiscoverable == isDiscoverable, "\(selection)")
            if isDiscoverable {
                let assertion = try await authenticator.getAssertion(Sample.request())
                #expect(assertion.id == created.id)
                #expect(assertion.userHandle == Array("user-1".utf8))
            } else {
                await expectCode(.noCredential) { try await authenticator.getAssertion(Sample.request()) }
            }
        }
    }

    @Test func credPropsSaysWhetherTheCredentialIsDiscoverable() async throws {
        for (selection, isDiscoverable) in Self.selections {
            let created = try await Sample.authenticator().makeCredential(
                options(["authenticatorSelection": selection, "extensions": ["credProps": true, "other": 1]])
            )
            #expect(created.json["clientExtensionResults"] == ["credProps": ["rk": .bool(isDiscoverable)]])
        }
    }

    @Test(
        arguments: [
            nil, [:], true, "credProps", ["credProps": false], ["credProps": nil], ["credProps": "true"],
            ["credProps": ["rk": true]], ["appid": "true"],
        ] as [JSONValue]
    )
    func nothingIsSaidOfWhatWasNotAsked(_ extensions: JSONValue) async throws {
        let created = try await Sample.authenticator().makeCredential(
            options(["authenticatorSelection": ["residentKey": "required"], "extensions": extensions])
        )
        #expect(created.json["clientExtensionResults"] == [:])
    }

    @Test func credPropsIsTheClientsAndNotSigned() async throws {
        let created = try await Sample.authenticator().makeCredential(options(["extensions": ["credProps": true]]))
        #expect(try Sample.data(created).extensions == nil)
        #expect(try !Sample.data(created).flags.contains(.extensionData))
    }

    @Test func anAssertionHasNoExtensionResults() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential())
        let assertion = try await Sample.authenticator(store).getAssertion(
            Sample.request { $0.extensions = ["credProps": true] }
        )
        #expect(assertion.json["clientExtensionResults"] == [:])
    }

    @Test func aCredentialThatIsNotDiscoverableReplacesNone() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential(id: [1]))
        for residentKey in [nil, "discouraged"] as [String?] {
            _ = try await Sample.authenticator(store).makeCredential(
                Sample.creation { $0.residentKey = residentKey }
            )
        }
        #expect(try store.credentials().count == 3)
    }

    @Test func usersOfOneRelyingPartyKeepACredentialEach() async throws {
        let store = MemoryKeyStore()
        let authenticator = Sample.authenticator(store)
        for _ in 0..<2 {
            for user in [1, 2, 3] as [UInt8] {
                _ = try await authenticator.makeCredential(
                    Sample.creation {
                        $0.userID = [user]
                        $0.residentKey = "required"
                    }
                )
            }
        }
        #expect(try Set(store.credentials().map(\.userHandle)) == [[1], [2], [3]])
        #expect(try store.credentials().count == 3)
    }
}
