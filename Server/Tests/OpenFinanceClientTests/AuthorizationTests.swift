import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Synchronization
import Testing

@testable import OpenFinanceClient

/// Pushed requests, tokens of an enrollment, and identity tokens.
@Suite struct AuthorizationTests {
    private static let pushed = PushedAuthorization(
        enrollmentID: "urn:b:e1",
        redirectURI: "https://loja.test/volta",
        state: "state",
        nonce: "nonce",
        codeChallenge: "challenge"
    )

    @Test func aPushedRequestHasEverythingInsideItsSignedObject() async throws {
        let rig = try await ConnectorRig()
        let reply = await rig.send(try await rig.call(.pushAuthorization, body: Self.pushed.json))
        guard case .answered(_, let body, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        let answer = try PushedAuthorizationAnswer(bytes: body)
        #expect(answer.expiresInSeconds == 60)
        #expect(
            answer.redirectURL
                == "http://localhost:8445/authorize?client_id=client-1&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A1"
        )
        let request = try #require(rig.bank.requests(to: "\(WrittenBank.mutual)/par").first)
        #expect(request.form("client_assertion_type") == SignedTokens.assertionType)
        let object = try claims(request.form("request"))
        #expect(object["aud"]?.string == WrittenBank.issuer && object["iss"] == "client-1")
        #expect(object["scope"] == "openid enrollment:urn:b:e1 payments nrp-consents")
        #expect(object["response_type"] == "code id_token" && object["response_mode"] == "fragment")
        #expect(object["code_challenge_method"] == "S256" && object["code_challenge"] == "challenge")
        #expect(object["nbf"] == object["iat"] && object["exp"] == JSONValue(WrittenBank.now.seconds + 300))
        #expect(object["claims"]?["id_token"]?["acr"]?["essential"] == true)
        let assertion = try claims(request.form("client_assertion"))
        // One audience alone: another would let one bank use it at another.
        #expect(assertion["aud"]?.string == WrittenBank.issuer)
        #expect(assertion["sub"] == "client-1" && assertion["exp"] == JSONValue(WrittenBank.now.seconds + 60))
        #expect(assertion["jti"] != object["jti"])
    }

    private func claims(_ token: String?) throws -> JSONValue {
        try JSONValue(parsing: CompactJWS(parsing: try #require(token)).payload)
    }

    static let tokens: JSONValue = [
        "access_token": "a", "token_type": "bearer", "expires_in": 900, "refresh_token": "r", "id_token": "a.b.c.d.e",
    ]

    @Test func aCodeIsExchangedForTokensWithAnIdentity() async throws {
        let rig = try await ConnectorRig()
        let exchange = CodeExchange(code: "c", redirectURI: "https://loja.test/volta", codeVerifier: "v")
        let call = try await rig.call(.exchangeCode, body: exchange.json)
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/token") ? .json(Self.tokens) : nil
        }
        guard case .answered(_, let body, _) = await rig.send(call) else {
            Issue.record("no tokens")
            return
        }
        #expect(try TokenAnswer(bytes: body).idToken == "a.b.c.d.e")
        let request = try #require(rig.bank.requests(to: "\(WrittenBank.mutual)/token").last)
        #expect(request.form("grant_type") == "authorization_code" && request.form("code_verifier") == "v")
    }

    @Test(arguments: ["access_token", "token_type", "refresh_token", "id_token"])
    func tokensWithoutAMemberProveNothing(_ member: String) async throws {
        let rig = try await ConnectorRig()
        let exchange = CodeExchange(code: "c", redirectURI: "https://loja.test/volta", codeVerifier: "v")
        let call = try await rig.call(.exchangeCode, body: exchange.json)
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/token") else { return nil }
            var answer = Self.tokens.object ?? JSONObject()
            answer[member] = nil
            return .json(.object(answer))
        }
        #expect(await rig.send(call) == .unknown(.unreadable))
    }

    @Test func aRefreshMayLeaveTheOldRefreshTokenInForce() async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.refreshToken, body: TokenRefresh(refreshToken: "r").json)
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/token") else { return nil }
            return .json(["access_token": "a", "token_type": "Bearer", "expires_in": 900])
        }
        guard case .answered(_, let body, _) = await rig.send(call) else {
            Issue.record("no tokens")
            return
        }
        #expect(try TokenAnswer(bytes: body).refreshToken == nil)
    }

    @Test(arguments: [(400, true), (401, false), (403, false), (500, false)])
    func onlyA400RefusesAToken(_ status: Int, _ isRefusal: Bool) async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.refreshToken, body: TokenRefresh(refreshToken: "r").json)
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/token") ? .json(["error": "invalid_grant"], status: status) : nil
        }
        let reply = await rig.send(call)
        if isRefusal, case .refused(400, let body, _) = reply {
            #expect(try OFBErrors(bytes: body).firstCode == "invalid_grant")
        } else if case .unknown = reply {
            #expect(!isRefusal)
        } else {
            Issue.record("\(status): \(reply)")
        }
    }

    // MARK: Identity tokens

    private func question(
        _ rig: ConnectorRig,
        claims changes: JSONValue = [:],
        key: SigningKey? = nil,
        seal: (String, EncryptionKey) throws -> String = { try $1.encrypt(Array($0.utf8), contentType: "JWT") }
    ) throws -> IdentityQuestion {
        var claims = JSONObject()
        claims["iss"] = .string(WrittenBank.issuer)
        claims["aud"] = "client-1"
        claims["sub"] = "titular"
        claims["iat"] = JSONValue(rig.bank.now.seconds)
        claims["exp"] = JSONValue(rig.bank.now.seconds + 300)
        claims["nonce"] = "nonce"
        claims["acr"] = "urn:brasil:openbanking:loa2"
        claims["s_hash"] = .string(LeftHalfHash.sha256("state"))
        claims["c_hash"] = .string(LeftHalfHash.sha256("code"))
        for (name, value) in (changes.object ?? JSONObject()).members { claims[name] = value.isNull ? nil : value }
        let signed = try (key ?? rig.bank.bankKeys.identity).sign(JSONValue.object(claims).encoded(), type: "JWT")
        return IdentityQuestion(
            institution: WrittenBank.institution,
            token: try seal(signed, rig.bank.bankKeys.decryption.publicKey),
            nonce: "nonce",
            redirect: .init(state: "state", code: "code")
        )
    }

    @Test func anEncryptedTokenOfTheBankHolds() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        #expect(await rig.connector.verify(try question(rig)) == .holds(subject: "titular"))
        // As members of other banks write them.
        let list: JSONValue = ["aud": ["client-1"], "at_hash": nil]
        #expect(await rig.connector.verify(try question(rig, claims: list)) == .holds(subject: "titular"))
    }

    @Test(
        arguments: [
            ["iss": "https://another.bank.test"], ["iss": nil], ["aud": "client-2"], ["aud": nil],
            ["aud": ["client-1", "client-2"]], ["nonce": "another"], ["nonce": nil], ["exp": 1_799_999_000],
            ["exp": nil],
            ["iat": 1_799_395_200], ["c_hash": "AAAA"], ["s_hash": "AAAA"], ["s_hash": nil], ["acr": nil],
        ] as [JSONValue]
    )
    func aTokenWithAWrongClaimDoesNotHold(_ claims: JSONValue) async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        #expect(await rig.connector.verify(try question(rig, claims: claims)) == .doesNotHold, "\(claims.text)")
    }

    @Test func aTokenThatIsNotEncryptedDoesNotHold() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        #expect(await rig.connector.verify(try question(rig) { signed, _ in signed }) == .doesNotHold)
        #expect(await rig.connector.verify(try question(rig) { _, _ in "" }) == .doesNotHold)
    }

    @Test func aTokenOfAnotherKeyDoesNotHold() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        let foreign = rig.bank.bankKeys.foreign.named("identity")
        #expect(await rig.connector.verify(try question(rig, key: foreign)) == .doesNotHold)
        // The organisation's own key signs messages, and no identities; until the set is read again nobody can tell.
        #expect(await rig.connector.verify(try question(rig, key: rig.bank.bankKeys.bank)) == .notNow)
        rig.bank.advance(seconds: 61)
        #expect(await rig.connector.verify(try question(rig, key: rig.bank.bankKeys.bank)) == .doesNotHold)
    }

    @Test func withoutTheBanksKeysNobodyCanTell() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        rig.bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix("/jwks") { throw .unreachable }
            return nil
        }
        #expect(await rig.connector.verify(try question(rig)) == .notNow)
        rig.bank.change(nil)
        rig.bank.advance(seconds: 61)
        #expect(await rig.connector.verify(try question(rig)) == .holds(subject: "titular"))
    }
}

/// A new key signs an hour after the keystore shows it.
@Suite struct KeyRotationTests {
    private func signer(_ rig: ConnectorRig) async throws -> String? {
        _ = await rig.send(try await rig.call(.createConsent))
        let body = try #require(rig.bank.requests(to: "/open-banking/").last).body
        return try CompactJWS(parsing: String(decoding: body, as: UTF8.self)).keyID
    }

    @Test func aNewKeyWaitsForTheKeystore() async throws {
        let rig = try await ConnectorRig { [$0.newer, $0.ours] }
        #expect(try await signer(rig) == "ours")
        let newer = rig.bank.bankKeys.newer
        rig.bank.state.withLock { $0.ownKeys.append(newer) }
        rig.bank.advance(seconds: 300)
        #expect(try await signer(rig) == "ours")
        rig.bank.advance(seconds: 3_599)
        #expect(try await signer(rig) == "ours")
        rig.bank.advance(seconds: 1)
        #expect(try await signer(rig) == "newer")
    }

    @Test func theOnlyKeySignsWithoutAQuestion() async throws {
        let rig = try await ConnectorRig()
        #expect(try await signer(rig) == "ours")
        #expect(rig.bank.requests(to: "keystore/\(WrittenBank.ours)").isEmpty)
    }
}
