import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore

/// Messages like those of Mastercard's Customer Service interface; declining a step-up is this sandbox's own addition.
///
///     POST /mdes/csapi/v2/search          by TokenUniqueReference or PanUniqueReference
///     POST /mdes/csapi/v2/token/activate  ReasonCode A: the cardholder was authenticated
///     POST /mdes/csapi/v2/token/decline
///     POST /mdes/csapi/v2/token/suspend
struct MastercardLanguage: NetworkLanguage {
    func call(_ request: HTTPRequest, path: String) throws(NetworkRefusal) -> NetworkCall {
        let prefix = "/mdes/csapi/v2/"
        guard request.method == .post, path.hasPrefix(prefix) else { throw .unknownAddress }
        let body = try body(request)
        switch String(path.dropFirst(prefix.count)) {
        case "search": return try search(body["SearchRequest"])
        case "token/activate": return .order(try order(.approve, body["TokenActivateRequest"], request, reason: "A"))
        case "token/decline": return .order(try order(.decline, body["TokenDeclineRequest"], request, reason: "C"))
        case "token/suspend": return .order(try order(.suspend, body["TokenSuspendRequest"], request, reason: "C"))
        default: throw .unknownAddress
        }
    }

    private func search(_ message: JSONValue?) throws(NetworkRefusal) -> NetworkCall {
        try requireAudit(message)
        switch (message?["TokenUniqueReference"], message?["PanUniqueReference"]) {
        case (let token?, nil): return .token(TokenReference(id: try name(token.string), requestorID: nil))
        case (nil, let pan?): return .tokens(panReferenceID: try name(pan.string))
        default: throw .invalidParameter
        }
    }

    private func order(
        _ kind: NetworkOrder.Kind,
        _ message: JSONValue?,
        _ request: HTTPRequest,
        reason: String
    ) throws(NetworkRefusal) -> NetworkOrder {
        try requireAudit(message)
        _ = try text(message?["CommentText"], longest: 500)
        guard message?["ReasonCode"]?.string == reason else { throw .invalidParameter }
        return NetworkOrder(
            kind: kind,
            operationID: try operationID(request),
            token: TokenReference(id: try name(message?["TokenUniqueReference"]?.string), requestorID: nil),
            deviceID: try name(message?["PaymentAppInstanceId"]?.string),
            deviceIndex: nil
        )
    }

    /// Requires the user and the organization of the issuer.
    private func requireAudit(_ message: JSONValue?) throws(NetworkRefusal) {
        _ = try text(message?["AuditInfo"]?["UserId"], longest: 100)
        _ = try text(message?["AuditInfo"]?["Organization"], longest: 100)
    }

    func response(_ reply: NetworkReply, to call: NetworkCall?) -> HTTPResponse {
        switch reply {
        case .token(let token): found(token.map { [$0] } ?? [])
        case .tokens(let tokens): found(tokens)
        case .done(let id, let state):
            answer(
                200,
                [
                    Self.responseName(call): [
                        "Token": ["TokenUniqueReference": .string(id), "TokenStatus": .string(state.rawValue)]
                    ]
                ]
            )
        case .refused(let reason):
            answer(
                reason.status,
                ["Errors": ["Error": [["Source": "MDES-CS", "ReasonCode": .string(reason.rawValue)]]]]
            )
        }
    }

    private func found(_ tokens: [NetworkToken]) -> HTTPResponse {
        answer(200, ["SearchResponse": ["Tokens": ["Token": .array(tokens.map(json))]]])
    }

    private static func responseName(_ call: NetworkCall?) -> String {
        guard case .order(let order)? = call else { return "SearchResponse" }
        return switch order.kind {
        case .approve: "TokenActivateResponse"
        case .decline: "TokenDeclineResponse"
        case .suspend: "TokenSuspendResponse"
        }
    }

    private func json(_ token: NetworkToken) -> JSONValue {
        var object = JSONObject()
        object["TokenUniqueReference"] = .string(token.id)
        object["TokenRequestorId"] = .string(token.requestorID)
        object["PanUniqueReference"] = .string(token.panReferenceID)
        object["WalletAccountId"] = token.walletAccountID.map { .string($0) }
        object["PaymentAppInstanceId"] = .string(token.deviceID)
        object["DeviceName"] = token.deviceName.map { .string($0) }
        object["TokenStatus"] = .string(token.state.rawValue)
        object["ActivationRequestedDateTime"] = token.stepUpOpenedAt.map { .string($0.rfc3339) }
        return .object(object)
    }
}
