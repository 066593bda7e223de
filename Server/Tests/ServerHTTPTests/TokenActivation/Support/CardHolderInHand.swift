import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxCards
import SignInCore
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel

/// A holder of cards with a phone, and the access token of the issuer's app on it.
struct CardHolderInHand: Sendable {
    let phone: PhoneInHand
    let token: String
    /// Visa-like and Mastercard-like, as issued.
    let cards: [JSONValue]

    func card(_ place: Int = 0) throws -> String {
        try #require(cards.indices.contains(place) ? cards[place]["panReferenceID"]?.string : nil)
    }
}

extension ActivationRig {
    static let collection = "/app2app/v1/token-activations"
    static let walletAccount = "conta-da-carteira-1"

    func holder(_ name: String = "ana") async throws -> CardHolderInHand {
        let phone = try await signIn.phone(name)
        let token = try await token(of: phone)
        let listed = try await signIn.done(.get("/app2app/v1/cards").bearer(token))
        return CardHolderInHand(phone: phone, token: token, cards: try #require(listed["cards"]?.array))
    }

    /// The person is there once more.
    func token(of phone: PhoneInHand, client: String? = nil) async throws -> String {
        let client = client ?? self.client
        let code = try await signIn.code(phone, client)
        return try #require(try await signIn.done(signIn.exchange(code, client))["access_token"]?.string)
    }

    /// Adds a card to a wallet, as its holder would; what the wallet says to the issuer's app.
    func added(_ card: String, _ temper: NetworkTemper = .prompt) async throws -> ActivationPayload {
        try await cards.add(
            card: card,
            deviceName: "Relógio da Ana",
            temper: temper,
            walletAccountID: ActivationRig.walletAccount
        ).payload
    }

    func send(_ call: Call, from client: IPAddress? = nil) async throws -> Reply {
        try await signIn.send(call, from: client)
    }

    static func activate(_ payload: ActivationPayload, by token: String, key: String) -> Call {
        .post(collection, payload.json, key: key).bearer(token)
    }

    static func decline(_ payload: ActivationPayload, by token: String, key: String) -> Call {
        .post("\(collection)/decline", payload.json, key: key).bearer(token)
    }

    static func preview(_ payload: ActivationPayload, by token: String) -> Call {
        .post("\(collection)/preview", payload.json).bearer(token)
    }

    /// As the network holds it.
    func state(_ payload: ActivationPayload) async throws -> TokenState? {
        try await cards.token(payload.tokenReferenceID ?? "", ofWalletAccount: ActivationRig.walletAccount)?.state
    }
}

extension ActivationPayload {
    /// As the issuer's app sends it.
    var json: JSONValue {
        var object = JSONObject()
        for member in ActivationPayload.members {
            object[member.name] = self[keyPath: member.place].map(JSONValue.string)
        }
        return .object(object)
    }

    func with(_ member: WritableKeyPath<ActivationPayload, String?>, _ text: String?) -> ActivationPayload {
        var payload = self
        payload[keyPath: member] = text
        return payload
    }
}

/// A refusal in the one form that all have below `/app2app` (RFC 9457).
func expectProblem(
    _ reply: Reply,
    _ code: ProblemCode,
    pointer: String? = nil,
    at comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let said = comment ?? "\(reply.text)"
    #expect(reply.status == code.status, said, sourceLocation: sourceLocation)
    #expect(reply["code"]?.string == code.rawValue, said, sourceLocation: sourceLocation)
    #expect(reply["status"] == JSONValue(code.status), said, sourceLocation: sourceLocation)
    #expect(reply["title"]?.string == code.title, said, sourceLocation: sourceLocation)
    #expect(reply["detail"]?.string?.hasSuffix(code.wayOut) == true, said, sourceLocation: sourceLocation)
    #expect(
        reply["type"]?.string == "\(TestServer.baseURL)/problems/\(code.rawValue)",
        said,
        sourceLocation: sourceLocation
    )
    #expect(reply["request_id"]?.string == reply.header("X-Request-Id"), said, sourceLocation: sourceLocation)
    #expect(reply.header("Content-Type") == "application/problem+json", said, sourceLocation: sourceLocation)
    #expect(reply.header("Cache-Control") == "no-store", said, sourceLocation: sourceLocation)
    #expect((reply.header("Retry-After") != nil) == code.tellsWhenAgain, said, sourceLocation: sourceLocation)
    #expect((reply.header("WWW-Authenticate") != nil) == (code.status == 401), said, sourceLocation: sourceLocation)
    #expect(throws: Never.self, said, sourceLocation: sourceLocation) { try Schema.problem.check(reply.json) }
    if let pointer {
        let pointers = (reply["errors"]?.array ?? []).compactMap { $0["pointer"]?.string }
        #expect(pointers == [pointer], said, sourceLocation: sourceLocation)
    }
}
