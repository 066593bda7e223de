import ChaveTransport
import ChaveWire
import Testing
import TokenActivationCore

@testable import SandboxCards

/// Messages that no adapter writes: the sandbox's networks answer each, and do nothing.
@Suite struct NetworkMessageTests {
    private static let lifecycle = "/vtis/v1/tokenRequestors/40099000017/tokens/TOKEN/lifecycle"
    private static let activate = "/mdes/csapi/v2/token/activate"

    private func send(
        _ test: TestCards,
        _ network: CardNetwork,
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8]?,
        key: String? = "operation-1"
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders()
        headers["Idempotency-Key"] = key
        let url = SandboxCards.address(of: network) + path
        return try await test.cards.transport(for: network)
            .send(HTTPRequest(method: method, url: url, headers: headers, body: body))
    }

    private static func body(_ token: WalletToken) -> JSONObject {
        let value: JSONValue =
            switch token.network {
            case .visa:
                [
                    "operatorID": "issuer", "operationReason": "why", "operationType": "TOKEN_DEVICE_BINDING_APPROVE",
                    "deviceInfo": ["deviceID": JSONValue(token.payload.deviceID), "deviceIndex": 1],
                ]
            case .mastercard:
                [
                    "TokenUniqueReference": .string(token.id),
                    "PaymentAppInstanceId": JSONValue(token.payload.deviceID), "ReasonCode": "A",
                    "CommentText": "why", "AuditInfo": ["UserId": "issuer-app", "Organization": "issuer"],
                ]
            }
        return value.object ?? JSONObject()
    }

    private static func path(_ token: WalletToken) -> String {
        token.network == .visa ? lifecycle.replacing("TOKEN", with: token.id) : activate
    }

    private static func message(_ object: JSONObject, _ network: CardNetwork) -> [UInt8] {
        let value = JSONValue.object(object)
        return network == .visa
            ? value.encoded() : JSONValue(dictionaryLiteral: ("TokenActivateRequest", value)).encoded()
    }

    @Test(arguments: CardNetwork.allCases)
    func anOrderThatLacksAMemberOrHasAnotherKindOfItIsRefused(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let sound = Self.body(token)
            let hostile: [JSONValue?] = [
                nil, nil as JSONValue, true, 1, [], "", .object(JSONObject()), "a b",
                .string(String(repeating: "a", count: 2_000)),
            ]
            for name in sound.names {
                for value in hostile
                where !(value == "a b" && ["operatorID", "operationReason", "CommentText"].contains(name)) {
                    var object = sound
                    object[name] = value
                    let answer = try await send(test, network, .post, Self.path(token), Self.message(object, network))
                    #expect(answer.status == 400, "\(name) \(String(describing: value))")
                }
            }
            #expect(try await test.cards.token(token.id, ofWalletAccount: TestCards.account) == token)
            let answer = try await send(test, network, .post, Self.path(token), Self.message(sound, network))
            #expect(answer.status == 200, "the sound one is taken")
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func anOrderWithoutAnIDOrABodyIsRefused(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let sound = Self.message(Self.body(token), network)
            for key in [nil, "", "a b", "é", String(repeating: "a", count: 65)] as [String?] {
                let answer = try await send(test, network, .post, Self.path(token), sound, key: key)
                #expect(answer.status == 400)
            }
            for body in [
                nil, [], Array("[]".utf8), Array("null".utf8), Array(sound.dropLast()),
                sound + Array(repeating: 0x20, count: 5_000), [0xFF],
            ] as [[UInt8]?] {
                #expect(try await send(test, network, .post, Self.path(token), body).status == 400)
            }
            #expect(try await test.cards.token(token.id, ofWalletAccount: TestCards.account) == token)
        }
    }

    @Test(arguments: [
        "/", "/vtis", "/vtis/v1", "/vtis/v1/", "/vtis/v1/tokens", "/vtis/v1/tokens/", "/vtis/v1/tokens/a/b",
        "/vtis/v1/tokens/a/lifecycle/", "/vtis/v1/tokenRequestors", "/vtis/v1/tokenRequestors/1",
        "/vtis/v1/tokenRequestors/1/tokens", "/vtis/v1/tokenRequestors//tokens/a", "/vtis/v1/tokens/../tokens/a",
        "/vtis/v1/tokens/a%2Fb", "/vtis/v1/panReferences", "/vtis/v1/panReferences//tokens", "//vtis/v1/tokens/a",
        "/mdes/csapi/v2", "/mdes/csapi/v2/", "/mdes/csapi/v2/token", "/mdes/csapi/v2/token/delete",
        "/mdes/csapi/v2/search/", "/vtis/v1/tokens/a?x=y", "/é",
    ])
    func anAddressThatIsNoneIsAnswered(_ path: String) async throws {
        try await TestCards.with { test in
            for network in CardNetwork.allCases {
                for method in [HTTPMethod.get, .post, .patch, .delete] {
                    let answer = try await send(test, network, method, path, Array("{}".utf8))
                    #expect([400, 404].contains(answer.status), "\(method) \(path)")
                }
            }
        }
    }

    @Test func anotherHostIsNotThere() async throws {
        try await TestCards.with { test in
            let transport = test.cards.transport(for: .visa)
            for url in ["https://mastercard.networks.invalid/vtis", "https://visa.networks.invalid", "", "visa"] {
                await #expect(throws: TransportError(.notConnected, mayHaveReachedServer: false)) {
                    try await transport.send(HTTPRequest(method: .get, url: url))
                }
            }
        }
    }

    @Test func aNetworkWhoseFileIsClosedHasTroubleOfItsOwn() async throws {
        let test = try await TestCards()
        let token = try await test.added(.visa)
        await test.remove()
        let provider = try test.provider(.visa)
        await #expect(throws: TokenServiceFault.unavailable) { try await provider.token(token.reference) }
        await #expect(throws: TokenServiceFault.unknownOutcome) { try await provider.approve(token.order()) }
    }
}
