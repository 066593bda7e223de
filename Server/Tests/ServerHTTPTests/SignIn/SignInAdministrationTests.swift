import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import ServerHost

/// What a tenant's own server does with people, clients and the profile.
struct SignInAdministrationTests {
    @Test(arguments: AddressForm.allCases)
    func peopleAreCreatedReadSuspendedAndDeleted(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let path = form.path("/v1/manage/users", rig.home)
            let created = try await rig.manage(.post(path, SignInRig.person))
            #expect(created.status == 201)
            #expect(
                created.names == [
                    "internal_id", "external_id", "email", "email_verified", "user_name", "display_name",
                    "date_created",
                    "date_modified", "status",
                ]
            )
            #expect(created["status"]?.string == "ACTIVE")
            let id = try #require(created["internal_id"]?.string)
            #expect(try await rig.manage(.get("\(path)/\(id)")).json == created.json)
            let found = try await rig.manage(.get("\(path)?external_id=ana"))
            #expect(found.json == ["users": .array([created.json])])
            #expect(try await rig.manage(.get("\(path)?external_id=bia")).json == ["users": []])
            let suspended = try await rig.manage(.post("\(path)/\(id)/suspend"))
            #expect(suspended["status"]?.string == "SUSPENDED")
            let recovery: JSONValue = ["external_id": "ana", "binding_token_delivery_method": "email"]
            let recoverPath = form.path("/v1/manage/recover-user", rig.home)
            let early = try await rig.send(.post(recoverPath, recovery).bearer(rig.apiToken))
            expectSignInRefusal(early, 409, .conflict)
            #expect(try await rig.manage(.post("\(path)/\(id)/activate"))["status"]?.string == "ACTIVE")
            let link = rig.mail.link
            #expect(try await rig.manage(.post(recoverPath, recovery)).status == 200)
            #expect(rig.mail.link != link)
            let deleted = try await rig.manage(.delete("\(path)/\(id)"))
            #expect(deleted["status"]?.string == "DELETED" && deleted["email"]?.string == "")
            let late = try await rig.send(.post("\(path)/\(id)/activate").bearer(rig.apiToken))
            expectSignInRefusal(late, 409, .conflict)
        }
    }

    @Test(arguments: AddressForm.allCases)
    func aPersonIsChangedAndShowsTheAddressThatIsToBeProven(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let path = form.path("/v1/manage/users", rig.home)
            let id = try #require(try await rig.manage(.post(path, SignInRig.person))["internal_id"]?.string)
            let wanted: JSONValue = ["display_name": "Ana Lima", "email": "ana@new.example.com", "unheard_of": 1]
            let changed = try await rig.manage(Self.patch("\(path)/\(id)", wanted))
            #expect(changed["display_name"]?.string == "Ana Lima" && changed["email"]?.string == "ana@example.com")
            #expect(changed["pending_email"]?.string == "ana@new.example.com" && changed["email_verified"] == false)
            #expect(try await rig.manage(.get("\(path)/\(id)")).json == changed.json)
            for query in ["", "?external_id=ana"] {
                #expect(try await rig.manage(.get(path + query)).json == ["users": .array([changed.json])])
            }
            let text = rig.mail.last?.text ?? ""
            let token = String(text.split(separator: "/account/new-email?token=").last?.prefix(43) ?? "")
            #expect(try await rig.signIn.proveMail(byToken: token, of: rig.home) != nil)
            let proven = try await rig.manage(.get("\(path)/\(id)"))
            #expect(proven["email"]?.string == "ana@new.example.com" && proven["email_verified"] == true)
            #expect(proven["pending_email"] == nil)
            let empty = try await rig.send(Self.patch("\(path)/\(id)", [:]).bearer(rig.apiToken))
            expectSignInRefusal(empty, 400, .invalidRequest)
            let null = try await rig.send(Self.patch("\(path)/\(id)", ["email": .null]).bearer(rig.apiToken))
            expectSignInRefusal(null, 400, .invalidRequest, field: "email")
            let stranger = try await rig.send(Self.patch("\(path)/\(id)", wanted).bearer(rig.rivalToken))
            #expect(stranger.status == (form == .belowTenant ? 401 : 404))
        }
    }

    @Test(arguments: AddressForm.allCases)
    func aTenantSaysWhichOfItsOwnClaimsGoOutByWhichScope(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let (path, users) = (form.path("/v0/configs/scopes", rig.home), form.path("/v1/manage/users", rig.home))
            #expect(try await rig.manage(.get(path)).json == ["scopes": []])
            let wanted: JSONValue = [
                "scopes": [
                    ["name": "loyalty", "claims": ["level"], "id_token": true, "description": "see your level"],
                    ["name": "groups", "claims": ["groups"], "id_token": false],
                ]
            ]
            #expect(try await rig.manage(.post(path, wanted)).json == wanted)
            #expect(try await rig.manage(.get(path)).json == wanted)
            let taken: JSONValue = ["scopes": [["name": "own", "claims": ["email"]]]]
            let refused = try await rig.send(.post(path, taken).bearer(rig.apiToken))
            expectSignInRefusal(refused, 400, .invalidRequest, field: "scopes")
            let stranger = try await rig.send(.get("/v0/configs/scopes").bearer(rig.rivalToken))
            #expect(stranger.json == ["scopes": []])
            var person = try #require(SignInRig.person.object)
            person["claims"] = ["level": "gold", "groups": ["a"]]
            let made = try await rig.manage(.post(users, .object(person)))
            #expect(made["claims"] == person["claims"])
            let id = try #require(made["internal_id"]?.string)
            let changed = try await rig.manage(Self.patch("\(users)/\(id)", ["claims": ["level": 2]]))
            #expect(changed["claims"] == ["level": 2])
            let bad = try await rig.send(Self.patch("\(users)/\(id)", ["claims": ["iss": "x"]]).bearer(rig.apiToken))
            expectSignInRefusal(bad, 400, .invalidRequest, field: "claims")
            let none = try await rig.manage(Self.patch("\(users)/\(id)", ["claims": [:]]))
            #expect(none["claims"] == nil && none["display_name"]?.string == "Ana Souza")
        }
    }

    @Test(arguments: AddressForm.allCases)
    func whatHappenedIsListedForTheTenantAlone(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let path = form.path("/v1/manage/events", rig.home)
            let id = try #require(
                try await rig.manage(.post("/v1/manage/users", SignInRig.person))["internal_id"]?.string
            )
            let client = try await rig.clientID()
            _ = try await rig.manage(Self.patch("/v1/manage/users/\(id)", ["display_name": "Ana Lima"]))
            func types(_ query: String) async throws -> [String] {
                try await rig.manage(.get(path + query))["events"]?.array?.compactMap { $0["type"]?.string } ?? []
            }
            #expect(try await types("") == ["user.created", "client.created", "user.changed"])
            #expect(try await types("?user=\(id)") == ["user.created", "user.changed"])
            #expect(try await types("?client=\(client)&type=client.created") == ["client.created"])
            let first = try await rig.manage(.get("\(path)?page_size=1"))
            let last = try #require(first["next_page_token"]?.string)
            #expect(try await types("?page_token=\(last)") == ["client.created", "user.changed"])
            let event = try #require(first["events"]?.array?.first)
            #expect(event["event_id"]?.string == last && event["user_id"]?.string == id)
            #expect(try await types("?after=\(last)") == ["client.created", "user.changed"])
            for (query, field) in [("type=user.made", "type"), ("kind=x", "kind"), ("user=a&user=b", "user")] {
                let refused = try await rig.send(.get("\(path)?\(query)").bearer(rig.apiToken))
                expectSignInRefusal(refused, 400, .invalidRequest, field: field)
            }
            let other = try await rig.done(.get("/v1/manage/events").bearer(rig.rivalToken))
            #expect(other.json == ["events": []])
            expectSignInRefusal(try await rig.send(.get(path)), 401, .invalidToken)
        }
    }

    private static func patch(_ target: String, _ body: JSONValue) -> Call {
        var call = Call.post(target, body)
        call.method = "PATCH"
        return call
    }

    @Test func aListHasPagesByAge() async throws {
        try await withSignIn { rig in
            for number in 1...5 {
                var person = try #require(SignInRig.person.object)
                person["external_id"] = .string("p\(number)")
                _ = try await rig.manage(.post("/v1/manage/users", .object(person)))
                _ = try await rig.clientID()
            }
            var names: [String] = []
            var token: String?
            for count in [2, 2, 1] {
                let page = try await rig.manage(
                    .get("/v1/manage/users?page_size=2" + (token.map { "&page_token=\($0)" } ?? ""))
                )
                let users = try #require(page["users"]?.array)
                #expect(users.count == count)
                names += users.compactMap { $0["external_id"]?.string }
                token = page["next_page_token"]?.string
            }
            #expect(names == ["p1", "p2", "p3", "p4", "p5"])
            #expect(token == nil)
            #expect(try await rig.manage(.get("/v0/oidc/clients?page_size=5"))["next_page_token"] == nil)
            #expect(try await rig.manage(.get("/v0/oidc/clients"))["clients"]?.array?.count == 5)
            for query in ["page_size=0", "page_size=1001", "page_size=x", "page_size=1&page_size=1"] {
                let refused = try await rig.send(.get("/v1/manage/users?\(query)").bearer(rig.apiToken))
                expectSignInRefusal(refused, 400, .invalidRequest, field: "page_size")
            }
        }
    }

    @Test func clientsAreRegisteredListedAndForgotten() async throws {
        try await withSignIn { rig in
            let made = try await rig.client("client_secret_basic")
            #expect(made.status == 201)
            let id = try #require(made["client_id"]?.string)
            let secret = try #require(made["client_secret"]?.string)
            #expect(secret.hasPrefix("chave_cs_"))
            let listed = try await rig.manage(.get("/v0/oidc/clients"))
            #expect(listed["clients"]?.array?.first?["client_id"]?.string == id)
            #expect(!listed.text.contains(secret) && !listed.text.contains("client_secret\""))
            #expect(try await rig.client("none")["client_secret"] == nil)
            #expect(try await rig.manage(.delete("/v0/oidc/clients/\(id)")).status == 204)
            #expect(try await rig.manage(.get("/v0/oidc/clients"))["clients"]?.array?.count == 1)
            let risky = try await rig.manage(
                .post(
                    "/v0/oidc/clients",
                    [
                        "name": "App", "redirect_uris": ["com.example.app:/callback"],
                        "token_endpoint_auth_method": "none", "id_token_signed_response_alg": "RS256",
                        "dpop_bound_access_tokens": true,
                    ]
                )
            )
            #expect(risky["risks"]?.array?.count == 1)
            #expect(risky["dpop_bound_access_tokens"] == true)
        }
    }

    @Test func theProfileIsReplacedAsAWhole() async throws {
        try await withSignIn { rig in
            let profile: JSONValue = [
                "profile_display_name": "Padaria", "support_email": "ajuda@example.com",
                "registration_redirect_uri": "com.example.app://open",
            ]
            let stored = try await rig.manage(.post("/t/\(rig.home.text)/v0/configs/profile", profile))
            #expect(stored.status == 200)
            #expect(stored["risks"]?.array?.count == 1)
            let read = try await rig.manage(.get("/v0/configs/profile"))
            #expect(read.json == profile)
        }
    }

    @Test func devicesAreShownAndRevoked() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let paired = try await scene.pairing()
            _ = try await rig.done(scene.approval(paired.pairing))
            var second = PhoneInHand()
            try second.take(try await rig.done(scene.claim(paired.claim))["credential"])
            let path = "/v1/manage/users/\(scene.phone.user)/devices"
            let devices = try #require(try await rig.manage(.get(path))["devices"]?.array)
            #expect(devices.map { $0["device_name"]?.string } == ["Telefone da Ana", "Tablet"])
            #expect(devices.map { $0["depth"] } == [0, 1])
            #expect(devices[1]["parent_id"]?.string == scene.phone.credential)
            let odd = Call.delete("\(path)/\(second.credential)?below=yes").bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(odd), 400, .invalidRequest, field: "below")
            #expect(try await rig.manage(.delete("\(path)/\(second.credential)?below=false")).status == 204)
            let after = try #require(try await rig.manage(.get(path))["devices"]?.array)
            #expect(after.map { $0["status"]?.string } == ["ACTIVE", "REVOKED"])
            #expect(try await rig.manage(.delete("\(path)/\(scene.phone.credential)")).status == 204)
            let unknown = Call.delete("\(path)/nobody").bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(unknown), 404, .notFound)
        }
    }

    @Test func devicesArePagedByAge() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let paired = try await scene.pairing()
            _ = try await rig.done(scene.approval(paired.pairing))
            let path = "/v1/manage/users/\(scene.phone.user)/devices"
            let whole = try await rig.manage(.get(path))
            let all = try #require(whole["devices"]?.array)
            #expect(all.count == 2 && whole["next_page_token"] == nil)
            var (paged, token): ([JSONValue], String?) = ([], nil)
            repeat {
                let query = "?page_size=1" + (token.map { "&page_token=\($0)" } ?? "")
                let page = try await rig.manage(.get(path + query))
                #expect(page["devices"]?.array?.count == 1)
                paged += page["devices"]?.array ?? []
                token = page["next_page_token"]?.string
            } while token != nil && paged.count < 5
            #expect(paged == all)
            let full = try await rig.manage(.get("\(path)?page_size=2"))
            #expect(full["devices"]?.array == all && full["next_page_token"] == nil)
            let odd = Call.get("\(path)?page_size=0").bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(odd), 400, .invalidRequest, field: "page_size")
            #expect(try await rig.manage(.get("\(path)?page_token=zzzz"))["devices"] == [])
        }
    }

    /// What a person made in a browser is shown beside their devices, and taken away by hand.
    @Test(arguments: AddressForm.allCases) func passkeysAreShownAndTakenAway(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let phone = try await rig.phone()
            let path = form.path("/v1/manage/users/\(phone.user)/passkeys", rig.home)
            #expect(try await rig.manage(.get(path)).json == ["passkeys": []])
            let kept = try await rig.plantPasskey(2, of: phone)
            let id = try await rig.plantPasskey(1, of: phone, usedAt: rig.clock.now)
            let passkeys = try #require(try await rig.manage(.get(path))["passkeys"]?.array)
            let shown = try #require(passkeys.first { $0["passkey_id"]?.string == id }?.object)
            #expect(
                shown.names == [
                    "passkey_id", "browser", "system", "credential_id", "is_synced", "date_created", "date_used",
                ]
            )
            #expect(shown["browser"] == "Chrome" && shown["system"] == "Windows" && shown["is_synced"] == false)
            #expect(shown["credential_id"]?.string == phone.credential)
            #expect(try await rig.manage(.delete("\(path)/\(id)")).status == 204)
            let left = try #require(try await rig.manage(.get(path))["passkeys"]?.array)
            #expect(left.map { $0["passkey_id"]?.string } == [kept])
            for gone in [id, "nothing"] {
                let again = Call.delete("\(path)/\(gone)").bearer(rig.apiToken)
                expectSignInRefusal(try await rig.send(again), 404, .notFound)
            }
            // By a person's name that is not its owner's it is not there.
            let other = try await rig.phone("bia")
            let strange = Call.delete("/v1/manage/users/\(other.user)/passkeys/\(kept)").bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(strange), 404, .notFound)
            let nobody = Call.get("/v1/manage/users/nobody/passkeys").bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(nobody), 404, .notFound)
            #expect(try await rig.manage(.get(path))["passkeys"]?.array?.count == 1)
        }
    }

    /// Another tenant's people, clients and devices are not there; its token is none below this tenant's address.
    @Test func aTenantHasNoHandInAnothers() async throws {
        try await withSignIn { rig in
            let phone = try await rig.phone()
            let client = try await rig.clientID()
            let person = "/v1/manage/users/\(phone.user)"
            let calls: [Call] = [
                .get(person), .delete(person), .post("\(person)/suspend"), .post("\(person)/activate"),
                .get("\(person)/devices"), .delete("\(person)/devices/\(phone.credential)"),
                .get("\(person)/passkeys"), .delete("\(person)/passkeys/x"),
                .post("/v1/manage/recover-user", ["external_id": "ana", "binding_token_delivery_method": "email"]),
            ]
            for call in calls {
                let strange = try await rig.send(call.bearer(rig.rivalToken))
                expectSignInRefusal(strange, 404, .notFound, at: "\(call.method) \(call.target)")
                var below = call
                below.target = "/t/\(rig.home.text)\(call.target)"
                let refused = try await rig.send(below.bearer(rig.rivalToken))
                expectSignInRefusal(refused, 401, .invalidToken, at: "\(call.method) \(call.target)")
            }
            #expect(try await rig.done(.get("/v1/manage/users").bearer(rig.rivalToken)).json == ["users": []])
            #expect(try await rig.done(.get("/v0/oidc/clients").bearer(rig.rivalToken)).json == ["clients": []])
            _ = try await rig.done(.delete("/v0/oidc/clients/\(client)").bearer(rig.rivalToken))
            let code = try await rig.code(phone, client)
            let elsewhere = "/t/\(rig.rival.text)/v2/token"
            var call = rig.exchange(code, client)
            call.target = elsewhere
            expectSignInRefusal(try await rig.send(call), 401, .invalidClient)
            let tokens = try await rig.done(rig.exchange(code, client))
            let access = tokens["access_token"]?.string ?? ""
            let information = try await rig.send(.get("/t/\(rig.rival.text)/v2/userinfo").bearer(access))
            expectSignInRefusal(information, 401, .invalidToken)
        }
    }

    @Test func aMailThatWasNotTakenIsSaidAndThePersonIsThere() async throws {
        try await withSignIn { rig in
            rig.mail.refuse(true)
            let call = Call.post("/v1/manage/users", SignInRig.person).bearer(rig.apiToken)
            expectSignInRefusal(try await rig.send(call), 503, .temporarilyUnavailable)
            #expect(try await rig.manage(.get("/v1/manage/users?external_id=ana"))["users"]?.array?.count == 1)
            expectSignInRefusal(try await rig.send(call), 409, .conflict, field: "external_id")
        }
    }
}
