import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import Testing

/// Widget tokens (Payments API, section 2).
struct TokenTests {
    private static let issue = "/payments/api/widget-token/"
    private static let refresh = "/payments/api/widget-token/refresh/"
    private static let anything = Call.get("/payments/br/institutions/")

    private static func part(_ index: Int, of token: String) throws -> JSONValue {
        let parts = token.split(separator: ".")
        return try JSONValue(parsing: try Base64URL.decode(String(parts[index])))
    }

    private static func header(_ token: String) throws -> JSONValue { try part(0, of: token) }

    private static func claims(_ token: String) throws -> JSONValue { try part(1, of: token) }

    private static func pair(_ reply: Reply) throws -> (access: String, refresh: String) {
        (try #require(reply["access"]?.string), try #require(reply["refresh"]?.string))
    }

    private static func renew(_ server: TestServer, _ token: String, device: String?) async throws -> Reply {
        var call = Call.post(refresh, ["refresh": .string(token)])
        if let device { call.headers.append(("Chave-Device", device)) }
        return try await server.send(call)
    }

    private static let phone = Base64URL.encode([UInt8](repeating: 7, count: 32))
    private static let otherPhone = Base64URL.encode([UInt8](repeating: 8, count: 32))

    @Test(arguments: DoorKind.allCases)
    func aPairSaysWhatTheContractSays(door: DoorKind) async throws {
        try await door.withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            #expect(reply.status == 200)
            #expect(Set(reply.names) == ["access", "refresh"])
            let (access, refresh) = try TokenTests.pair(reply)
            for (token, type, kind, life) in [
                (access, "at+jwt", "access", 900), (refresh, "rt+jwt", "refresh", 86_400),
            ] {
                let header = try TokenTests.header(token)
                #expect(header["typ"] == .string(type))
                #expect(header["alg"] == "ES256")
                #expect(header["kid"] == "token")
                let claims = try TokenTests.claims(token)
                let now = server.clock.now.microseconds / 1_000_000
                #expect(claims["iss"] == .string(TestServer.baseURL))
                #expect(claims["aud"] == .string(TestServer.baseURL))
                #expect(claims["sub"] == .string(server.shop.organisation.text))
                #expect(claims["token_type"] == .string(kind))
                #expect(claims["iat"]?.number?.int64 == now)
                #expect(claims["exp"]?.number?.int64 == now + Int64(life))
                #expect(claims["jti"]?.string?.isEmpty == false)
                #expect(claims["scopes"]?.array?.isEmpty == false)
            }
            #expect(try TokenTests.claims(access)["jti"] != TokenTests.claims(refresh)["jti"])
        }
    }

    @Test func anAccessTokenLives15Minutes() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            server.clock.advance(seconds: 899)
            #expect(try await device.send(TokenTests.anything).status == 200)
            server.clock.advance(seconds: 1)
            expectRefusal(try await device.send(TokenTests.anything), 401, "token_not_valid")
        }
    }

    @Test func neitherTokenPassesForTheOther() async throws {
        try await withServer { server in
            var device = try await TestDevice(server, of: server.shop)
            expectRefusal(
                try await TokenTests.renew(server, device.access, device: device.secret),
                401,
                "token_not_valid"
            )
            device.access = device.refresh
            expectRefusal(try await device.send(TokenTests.anything), 401, "token_not_valid")
        }
    }

    @Test func aRefreshTokenWorksOnceAndItsSuccessorGoesOn() async throws {
        try await withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            var (access, refresh) = try TokenTests.pair(reply)
            for _ in 0..<3 {
                server.clock.advance(seconds: 600)
                let next = try await TokenTests.renew(server, refresh, device: TokenTests.phone)
                #expect(next.status == 200)
                let pair = try TokenTests.pair(next)
                #expect(pair.refresh != refresh && pair.access != access)
                (access, refresh) = pair
                let works = try await server.send(TokenTests.anything, as: .bearer(access, device: TokenTests.phone))
                #expect(works.status == 200)
            }
        }
    }

    @Test func theSameDeviceWithin30SecondsGetsTheSamePairSignedAnew() async throws {
        try await withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            let refresh = try TokenTests.pair(reply).refresh
            let first = try TokenTests.pair(try await TokenTests.renew(server, refresh, device: TokenTests.phone))
            server.clock.advance(seconds: 29)
            let again = try await TokenTests.renew(server, refresh, device: TokenTests.phone)
            #expect(again.status == 200)
            let second = try TokenTests.pair(again)
            #expect(first.access != second.access)
            for (one, other) in [(first.access, second.access), (first.refresh, second.refresh)] {
                #expect(try TokenTests.claims(one)["jti"] == TokenTests.claims(other)["jti"])
                #expect(try TokenTests.claims(one)["iat"] != TokenTests.claims(other)["iat"])
            }
            let works = try await server.send(TokenTests.anything, as: .bearer(second.access, device: TokenTests.phone))
            #expect(works.status == 200)
            #expect(try await TokenTests.renew(server, second.refresh, device: TokenTests.phone).status == 200)
        }
    }

    @Test(arguments: ["later", "another device", "no device", "the one before last"])
    func anyOtherSecondUseEndsTheFamily(how: String) async throws {
        try await withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            let refresh = try TokenTests.pair(reply).refresh
            var living = try TokenTests.pair(try await TokenTests.renew(server, refresh, device: TokenTests.phone))
            var device: String? = TokenTests.phone
            switch how {
            case "later": server.clock.advance(seconds: 30)
            case "another device": device = TokenTests.otherPhone
            case "no device": device = nil
            default:
                living = try TokenTests.pair(
                    try await TokenTests.renew(server, living.refresh, device: TokenTests.phone)
                )
            }
            expectRefusal(try await TokenTests.renew(server, refresh, device: device), 401, "token_not_valid")
            let caller = Credentials.bearer(living.access, device: TokenTests.phone)
            expectRefusal(try await server.send(TokenTests.anything, as: caller), 401, "token_not_valid")
            let renewed = try await TokenTests.renew(server, living.refresh, device: TokenTests.phone)
            expectRefusal(renewed, 401, "token_not_valid")
        }
    }

    @Test func withoutAChaveDeviceNobodyIsTheSameDevice() async throws {
        try await withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            let refresh = try TokenTests.pair(reply).refresh
            #expect(try await TokenTests.renew(server, refresh, device: nil).status == 200)
            expectRefusal(try await TokenTests.renew(server, refresh, device: nil), 401, "token_not_valid")
        }
    }

    @Test func aFamilyEnds24HoursAfterItsBasicCallHoweverOftenItIsRefreshed() async throws {
        try await withServer { server in
            let reply = try await server.done(.post(TokenTests.issue), as: server.shop.basic)
            var pair = try TokenTests.pair(reply)
            for _ in 0..<23 {
                server.clock.advance(seconds: 3_600)
                pair = try TokenTests.pair(try await TokenTests.renew(server, pair.refresh, device: TokenTests.phone))
            }
            server.clock.advance(seconds: 3_600 - 60)
            pair = try TokenTests.pair(try await TokenTests.renew(server, pair.refresh, device: TokenTests.phone))
            let end = try TokenTests.claims(pair.refresh)["exp"]?.number?.int64
            let begin = try TokenTests.claims(TokenTests.pair(reply).access)["iat"]?.number?.int64
            #expect(end == (begin ?? 0) + 86_400)
            #expect(try TokenTests.claims(pair.access)["exp"]?.number?.int64 == end)
            server.clock.advance(seconds: 60)
            let caller = Credentials.bearer(pair.access, device: TokenTests.phone)
            expectRefusal(try await server.send(TokenTests.anything, as: caller), 401, "token_not_valid")
            expectRefusal(
                try await TokenTests.renew(server, pair.refresh, device: TokenTests.phone),
                401,
                "token_not_valid"
            )
        }
    }

    @Test func aRevokedKeyEndsItsTokensAtOnce() async throws {
        try await withServer { server in
            let key = try await server.administration.createKey(for: server.shop.organisation, label: "second")
            let keys = Credentials.basic(key.key.id.text, key.password)
            let pair = try TokenTests.pair(try await server.done(.post(TokenTests.issue), as: keys))
            let caller = Credentials.bearer(pair.access, device: TokenTests.phone)
            #expect(try await server.send(TokenTests.anything, as: caller).status == 200)
            try await server.administration.revokeKey(key.key.id)
            expectRefusal(try await server.send(TokenTests.anything, as: caller), 401, "token_not_valid")
            expectRefusal(
                try await TokenTests.renew(server, pair.refresh, device: TokenTests.phone),
                401,
                "token_not_valid"
            )
            expectRefusal(try await server.send(.post(TokenTests.issue), as: keys), 401, "authentication_failed")
        }
    }

    @Test func aTokenIsBoundToACustomerOfTheOwnOrganisation() async throws {
        try await withServer { server in
            let alice = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            let call = Call.post(TokenTests.issue, ["customer": .string(alice.id)])
            let pair = try TokenTests.pair(try await server.done(call, as: server.shop.basic))
            #expect(try TokenTests.claims(pair.access)["customer"] == .string(alice.id))
            let renewed = try TokenTests.pair(
                try await TokenTests.renew(server, pair.refresh, device: TokenTests.phone)
            )
            #expect(try TokenTests.claims(renewed.access)["customer"] == .string(alice.id))
            expectRefusal(
                try await server.send(call, as: server.rival.basic),
                400,
                "does_not_exist",
                field: "customer"
            )
        }
    }

    @Test func aTokenThatOursDidNotSignIsRefused() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let parts = device.access.split(separator: ".").map(String.init)
            let none = Base64URL.encode(Array(#"{"alg":"none","typ":"at+jwt","kid":"token"}"#.utf8))
            let symmetric = Base64URL.encode(Array(#"{"alg":"HS256","typ":"at+jwt","kid":"token"}"#.utf8))
            let otherKey = Base64URL.encode(Array(#"{"alg":"ES256","typ":"at+jwt","kid":"other"}"#.utf8))
            let longer = try TokenTests.claims(device.access).replacing(["exp"], with: 9_999_999_999)
            for token in [
                "", "x", "a.b.c", "\(none).\(parts[1]).", "\(symmetric).\(parts[1]).\(parts[2])",
                "\(otherKey).\(parts[1]).\(parts[2])", "\(parts[0]).\(Base64URL.encode(longer.encoded())).\(parts[2])",
                "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(device.access).\(parts[2])",
                "\(parts[0]).\(parts[1]).\(String(parts[2].dropLast(4)))AAAA", device.access + "=",
            ] {
                let reply = try await server.send(TokenTests.anything, as: .bearer(token, device: device.secret))
                expectRefusal(reply, 401, at: "\(token)")
                let renewal = try await TokenTests.renew(server, token, device: device.secret)
                expectRefusal(renewal, at: "\(token)")
                #expect(renewal.status == 401 || renewal.status == 400)
            }
        }
    }

    @Test func brokenAuthorizationHeadersAre401() async throws {
        try await withServer { server in
            for header in [
                "", "Basic", "Basic ", "Basic !!!!", "Basic eA==", "Bearer", "Digest x", "basic\tx",
                "Basic \(String(repeating: "A", count: 4_000))", "Basic Og==",
            ] {
                var call = TokenTests.anything
                call.headers = [("Authorization", header)]
                let reply = try await server.send(call)
                expectRefusal(reply, 401, "authentication_failed", at: "\(header.prefix(20))")
                #expect(reply.header("WWW-Authenticate") != nil)
            }
            var twice = TokenTests.anything
            twice.headers = server.shop.basic.headers
            expectRefusal(try await server.send(twice, as: server.shop.basic), 401)
        }
    }
}
