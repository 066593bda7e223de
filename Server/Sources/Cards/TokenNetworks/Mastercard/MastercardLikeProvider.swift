public import ChaveTransport
import ChaveWire
public import TokenActivationCore

/// The token service of a network like Mastercard's: a token is activated by its unique reference.
///
/// A token of another wallet than the reference names counts as unknown. The provider never retries.
public struct MastercardLikeProvider: TokenServiceProvider {
    private let exchange: NetworkExchange
    private let auditInfo: JSONValue

    /// Makes a provider; each request names the issuer's app as `userID` (not its customer) and the issuer as
    /// `organization`.
    public init(
        transport: any HTTPTransport,
        base: BaseURL,
        userID: String,
        organization: String,
        timeoutMilliseconds: Int64 = 8_000
    ) {
        auditInfo = [
            "UserId": .string(String(userID.prefix(100))), "Organization": .string(String(organization.prefix(100))),
        ]
        exchange = NetworkExchange(
            transport: transport,
            base: base,
            timeoutMilliseconds: timeoutMilliseconds,
            refusalCode: { $0["Errors"]?["Error"]?.array?.first?["ReasonCode"]?.string }
        )
    }

    public func token(_ reference: TokenReference) async throws(TokenServiceFault) -> NetworkToken? {
        guard reference.isSendable else { return nil }
        let tokens = try await search(["TokenUniqueReference": .string(reference.id), "AuditInfo": auditInfo])
        guard tokens.count <= 1 else { throw .unreadableAnswer }
        guard let token = tokens.first else { return nil }
        try token.require(reference)
        return token.isOf(reference.requestorID) ? token : nil
    }

    public func tokens(ofCard panReferenceID: String) async throws(TokenServiceFault) -> [NetworkToken] {
        guard NetworkName.isOne(panReferenceID) else { return [] }
        let tokens = try await search(["PanUniqueReference": .string(panReferenceID), "AuditInfo": auditInfo])
        guard tokens.allSatisfy({ $0.panReferenceID.utf8.elementsEqual(panReferenceID.utf8) }) else {
            throw .unreadableAnswer
        }
        return tokens
    }

    public func approve(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.activate, order)
    }

    public func decline(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.decline, order)
    }

    public func suspend(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.suspend, order)
    }

    private func search(_ criteria: JSONValue) async throws(TokenServiceFault) -> [NetworkToken] {
        let request = exchange.request(.post, "/mdes/csapi/v2/search", ["SearchRequest": criteria])
        switch try await exchange.read(request) {
        case .notFound: return []
        case .found(let body):
            var tokens: [NetworkToken] = []
            let list = try AnswerReader(body).object("SearchResponse").object("Tokens")
            for item in try list.objects("Token") { tokens.append(try MastercardToken.read(item)) }
            return tokens
        }
    }

    private func carryOut(
        _ operation: MastercardOperation,
        _ order: TokenOrder
    ) async throws(TokenServiceFault) -> TokenState {
        try order.requireSendable()
        let message: JSONValue = [
            "TokenUniqueReference": .string(order.token.id), "PaymentAppInstanceId": .string(order.deviceID),
            "ReasonCode": .string(operation.reasonCode), "CommentText": .string(operation.comment),
            "AuditInfo": auditInfo,
        ]
        let request = exchange.request(
            .post,
            operation.path,
            [operation.request: message],
            operationID: order.operationID
        )
        let token = try AnswerReader(try await exchange.order(request)).object(operation.response).object("Token")
        guard try token.name("TokenUniqueReference").utf8.elementsEqual(order.token.id.utf8) else {
            throw .unreadableAnswer
        }
        return try token.state("TokenStatus")
    }
}
