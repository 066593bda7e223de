import ChaveBase
public import ChaveTransport
import ChaveWire
public import TokenActivationCore

/// The token service of a network like Visa's: a device is bound to a token by a lifecycle operation.
///
/// A read names the token, and the wallet when it is known. The response to an order gives the token's new state. The
/// provider never retries.
public struct VisaLikeProvider: TokenServiceProvider {
    private let exchange: NetworkExchange
    private let operatorID: String

    /// Makes a provider; `operatorID` is the issuer's name at the network, at most 16 characters.
    public init(
        transport: any HTTPTransport,
        base: BaseURL,
        operatorID: String,
        timeoutMilliseconds: Int64 = 8_000
    ) {
        self.operatorID = String(operatorID.prefix(16))
        exchange = NetworkExchange(
            transport: transport,
            base: base,
            timeoutMilliseconds: timeoutMilliseconds,
            refusalCode: { $0["errorResponse"]?["reason"]?.string }
        )
    }

    public func token(_ reference: TokenReference) async throws(TokenServiceFault) -> NetworkToken? {
        guard reference.isSendable else { return nil }
        switch try await exchange.read(exchange.request(.get, path(reference))) {
        case .notFound: return nil
        case .found(let body):
            let token = try VisaToken.read(AnswerReader(body))
            try token.require(reference)
            guard token.isOf(reference.requestorID) else { throw .unreadableAnswer }
            return token
        }
    }

    public func tokens(ofCard panReferenceID: String) async throws(TokenServiceFault) -> [NetworkToken] {
        guard NetworkName.isOne(panReferenceID) else { return [] }
        let path = "/vtis/v1/panReferences/\(PercentEncoding.encode(panReferenceID))/tokens"
        switch try await exchange.read(exchange.request(.get, path)) {
        case .notFound: return []
        case .found(let body):
            var tokens: [NetworkToken] = []
            for item in try AnswerReader(body).objects("tokens") { tokens.append(try VisaToken.read(item)) }
            guard tokens.allSatisfy({ $0.panReferenceID.utf8.elementsEqual(panReferenceID.utf8) }) else {
                throw .unreadableAnswer
            }
            return tokens
        }
    }

    public func approve(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.approveDeviceBinding, order, "Cardholder was authenticated in the issuer's app")
    }

    public func decline(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.removeDeviceBinding, order, "Cardholder or issuer declined in the issuer's app")
    }

    public func suspend(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        try await carryOut(.suspend, order, "Cardholder asked the issuer to suspend it")
    }

    private func carryOut(
        _ operation: VisaOperation,
        _ order: TokenOrder,
        _ reason: String
    ) async throws(TokenServiceFault) -> TokenState {
        try order.requireSendable()
        var device = JSONObject()
        device["deviceID"] = .string(order.deviceID)
        device["deviceIndex"] = order.deviceIndex.map { JSONValue($0) }
        let body: JSONValue = [
            "operatorID": .string(operatorID), "operationReason": .string(reason),
            "operationType": .string(operation.rawValue), "deviceInfo": .object(device),
        ]
        let answer = try await exchange.order(
            exchange.request(.post, path(order.token) + "/lifecycle", body, operationID: order.operationID)
        )
        let reader = try AnswerReader(answer)
        guard try reader.name("tokenReferenceID").utf8.elementsEqual(order.token.id.utf8) else {
            throw .unreadableAnswer
        }
        return try reader.state("tokenStatus")
    }

    private func path(_ reference: TokenReference) -> String {
        let wallet = reference.requestorID.map { "/tokenRequestors/\(PercentEncoding.encode($0))" } ?? ""
        return "/vtis/v1\(wallet)/tokens/\(PercentEncoding.encode(reference.id))"
    }
}

/// An issuer's operation on a token at a network like Visa's: `operationType` of its lifecycle interface.
enum VisaOperation: String, CaseIterable {
    case approveDeviceBinding = "TOKEN_DEVICE_BINDING_APPROVE"
    case removeDeviceBinding = "TOKEN_DEVICE_BINDING_REMOVE"
    case suspend = "TOKEN_SUSPEND"
}
