import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// What an access token is for (RFC 8707), and who is told of it (RFC 7662, section 4; RFC 9700, section 2.3).
struct AudienceTests {
    private static let orders = "https://api.example.com/orders"
    private static let stock = "https://api.example.com/stock"
    private static let issuer = "https://chave.example/t/sandbox"

    /// `shop` speaks for the orders, `till` for the stock.
    private static func rig() async throws -> OAuthRig {
        let rig = try await OAuthRig()
        for (resource, client) in [(orders, "shop"), (stock, "till")] {
            _ = try await rig.signIn.registerResourceServer(resource, name: "API", client: client, of: rig.tenant)
        }
        return rig
    }

    private static func code(_ rig: OAuthRig, _ resources: [String], _ client: String = "app") async throws -> String {
        let values = OAuthRig.authorization(client, ["scope": "openid offline_access"])
        let pairs = OAuthRig.pairs(values) + resources.map { (name: "resource", value: $0) }
        guard case .proceed(let request) = try await rig.signIn.openAuthorization(pairs, tenant: rig.tenant) else {
            Issue.record("refused")
            return ""
        }
        let user = SignedInUser(
            id: OAuthRig.user,
            credential: OAuthRig.credential,
            authenticatedAt: rig.world.now,
            methods: ["pop", "user"]
        )
        return try #require(OAuthRig.query(try await rig.signIn.grantCode(for: request, user: user))["code"])
    }

    private static func introspected(_ rig: OAuthRig, _ token: String, by client: String) async throws -> JSONValue {
        var form = ["token": token]
        if client == "till" { (form["client_id"], form["client_secret"]) = (client, OAuthRig.secret) }
        let authorization = client == "till" ? nil : OAuthRig.basic(client)
        return .object(
            try await rig.signIn.introspect(try OAuthRig.form(form), authorization: authorization, tenant: rig.tenant)
        )
    }

    @Test func withoutAResourceATokenIsForTheIssuerAlone() async throws {
        let rig = try await Self.rig()
        let token = try await rig.exchange(try await Self.code(rig, [], "shop"), "shop").accessToken
        #expect(try await Self.introspected(rig, token, by: "shop")["aud"]?.string == Self.issuer)
        _ = try await rig.information(token)
    }

    @Test func anotherClientsTokenIsAsGoodAsUnknown() async throws {
        let rig = try await Self.rig()
        let token = try await rig.exchange(try await Self.code(rig, [], "shop"), "shop").accessToken
        #expect(try await Self.introspected(rig, token, by: "till") == ["active": false])
    }

    @Test func onlyItsResourceServerIsToldOfATokenForIt() async throws {
        let rig = try await Self.rig()
        let token = try await rig.exchange(try await Self.code(rig, [Self.orders])).accessToken
        let told = try await Self.introspected(rig, token, by: "shop")
        #expect(told["active"] == true && told["aud"]?.string == Self.orders && told["client_id"] == "app")
        #expect(try await Self.introspected(rig, token, by: "till") == ["active": false])
    }

    @Test func aTokenForAResourceServerOpensNoUserInformation() async throws {
        let rig = try await Self.rig()
        let orders = try await rig.exchange(try await Self.code(rig, [Self.orders])).accessToken
        #expect(try await refusal { try await rig.information(orders) }.code == .invalidToken)
        let both = try await rig.exchange(try await Self.code(rig, [Self.orders, Self.issuer])).accessToken
        _ = try await rig.information(both)
    }

    @Test func atTheTokenEndpointTheClientTakesAPart() async throws {
        let rig = try await Self.rig()
        let code = try await Self.code(rig, [Self.orders, Self.stock])
        let error = try await refusal { try await rig.exchange(code, "app", ["resource": Self.issuer]) }
        #expect(error.code == .invalidTarget && error.field == "resource")
        let first = try await rig.exchange(code, "app", ["resource": Self.orders])
        #expect(try await Self.introspected(rig, first.accessToken, by: "till") == ["active": false])
        let second = try await rig.refresh(first.refreshToken, "app", ["resource": Self.stock])
        #expect(try await Self.introspected(rig, second.accessToken, by: "till")["aud"]?.string == Self.stock)
        let third = try await rig.refresh(second.refreshToken)
        let all: JSONValue = [.string(Self.orders), .string(Self.stock)]
        #expect(try await Self.introspected(rig, third.accessToken, by: "shop")["aud"] == all)
    }

    @Test(arguments: [orders, "https://api.example.com/other"])
    func aRefreshReachesNoResourceThatWasNotAskedForAtTheBeginning(_ resource: String) async throws {
        let rig = try await Self.rig()
        let first = try await rig.exchange(try await Self.code(rig, []))
        let error = try await refusal { try await rig.refresh(first.refreshToken, "app", ["resource": resource]) }
        #expect(error.code == .invalidTarget)
        _ = try await rig.refresh(first.refreshToken)
    }

    /// At the authorization endpoint (`whatElseIsWrongIsAnsweredAtTheAddress`) and here alike.
    @Test func anUnknownResourceIsRefusedWhereverItIsAskedFor() async throws {
        let rig = try await Self.rig()
        for resource in [
            "https://api.example.com/orders/", "HTTPS://api.example.com/orders", "orders", "\(Self.orders)#a",
        ] {
            let form = try OAuthRig.form(OAuthRig.authorization("app", ["resource": resource]))
            let pushed = try await refusal {
                try await rig.signIn.pushRequest(form, authorization: nil, tenant: rig.tenant)
            }
            #expect(pushed.code == .invalidTarget)
            let begun = try await refusal { try await rig.signIn.authorizeChallenge(form, tenant: rig.tenant) }
            #expect(begun.code == .invalidTarget)
        }
        let nine = (0..<9).map { (name: "resource", value: "https://api.example.com/\($0)") }
        #expect(throws: OAuthError.self) { try OAuthParameters(nine) }
    }

    @Test func aResourceServerThatWasRemovedEndsWhatIsAskedForIt() async throws {
        let rig = try await Self.rig()
        let first = try await rig.exchange(try await Self.code(rig, [Self.orders]))
        let all = try await rig.signIn.resourceServers(of: rig.tenant)
        let server = try #require(all.first { $0.identifier == Self.orders })
        try await rig.signIn.removeResourceServer(server.id, of: rig.tenant)
        #expect(try await Self.introspected(rig, first.accessToken, by: "shop") == ["active": false])
        #expect(try await refusal { try await rig.refresh(first.refreshToken) }.code == .invalidTarget)
    }

    @Test(arguments: [
        (issuer, "shop", "resource"), ("orders", "shop", "resource"), ("com.example:/orders", "shop", "resource"),
        ("\(orders)#a", "shop", "resource"), (orders, "shop", "resource"), ("https://b.example", "app", "client_id"),
        ("https://b.example", "nobody", "client_id"),
    ])
    func aResourceServerThatCannotBeIsRefused(_ resource: String, _ client: String, _ field: String) async throws {
        let rig = try await Self.rig()
        let error = try await refusal {
            try await rig.signIn.registerResourceServer(resource, name: "API", client: client, of: rig.tenant)
        }
        #expect(error.field == field)
    }
}
