import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore

/// Messages like those of Visa's interface for issuers.
///
///     GET  /vtis/v1[/tokenRequestors/{requestor}]/tokens/{token}
///     GET  /vtis/v1/panReferences/{panReferenceID}/tokens
///     POST /vtis/v1[/tokenRequestors/{requestor}]/tokens/{token}/lifecycle
struct VisaLanguage: NetworkLanguage {
    func call(_ request: HTTPRequest, path: String) throws(NetworkRefusal) -> NetworkCall {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)[...]
        guard parts.prefix(3) == ["", "vtis", "v1"] else { throw .unknownAddress }
        parts = parts.dropFirst(3)
        if request.method == .get, parts.count == 3, parts.first == "panReferences", parts.last == "tokens" {
            return .tokens(panReferenceID: try name(parts.dropFirst().first))
        }
        var requestor: String?
        if parts.first == "tokenRequestors" {
            requestor = try name(parts.dropFirst().first)
            parts = parts.dropFirst(2)
        }
        guard parts.popFirst() == "tokens" else { throw .unknownAddress }
        let token = TokenReference(id: try name(parts.popFirst()), requestorID: requestor)
        switch (request.method, parts) {
        case (.get, []): return .token(token)
        case (.post, ["lifecycle"]): return .order(try order(request, token))
        default: throw .unknownAddress
        }
    }

    private func order(_ request: HTTPRequest, _ token: TokenReference) throws(NetworkRefusal) -> NetworkOrder {
        let body = try body(request)
        _ = try text(body["operatorID"], longest: 16)
        _ = try text(body["operationReason"], longest: 100)
        let index = body["deviceInfo"]?["deviceIndex"]
        guard let kind = Self.kind(body["operationType"]?.string),
            index == nil || index?.number?.int64 != nil
        else { throw .invalidParameter }
        return NetworkOrder(
            kind: kind,
            operationID: try operationID(request),
            token: token,
            deviceID: try name(body["deviceInfo"]?["deviceID"]?.string),
            deviceIndex: index?.number?.int64
        )
    }

    private static func kind(_ operationType: String?) -> NetworkOrder.Kind? {
        switch operationType {
        case "TOKEN_DEVICE_BINDING_APPROVE": .approve
        case "TOKEN_DEVICE_BINDING_REMOVE": .decline
        case "TOKEN_SUSPEND": .suspend
        default: nil
        }
    }

    func response(_ reply: NetworkReply, to call: NetworkCall?) -> HTTPResponse {
        switch reply {
        case .token(let token?): answer(200, json(token))
        case .token(nil): refusal(.tokenNotFound)
        case .tokens(let tokens): answer(200, ["tokens": .array(tokens.map(json))])
        case .done(let id, let state):
            answer(200, ["tokenReferenceID": .string(id), "tokenStatus": .string(state.rawValue)])
        case .refused(let reason): refusal(reason)
        }
    }

    private func refusal(_ reason: NetworkRefusal) -> HTTPResponse {
        answer(
            reason.status,
            ["errorResponse": ["status": JSONValue(reason.status), "reason": .string(reason.rawValue)]]
        )
    }

    private func json(_ token: NetworkToken) -> JSONValue {
        var device = JSONObject()
        device["deviceID"] = .string(token.deviceID)
        device["deviceIndex"] = token.deviceIndex.map { JSONValue($0) }
        device["deviceName"] = token.deviceName.map { .string($0) }
        var object = JSONObject()
        object["tokenReferenceID"] = .string(token.id)
        object["tokenRequestorID"] = .string(token.requestorID)
        object["panReferenceID"] = .string(token.panReferenceID)
        object["walletAccountID"] = token.walletAccountID.map { .string($0) }
        object["tokenStatus"] = .string(token.state.rawValue)
        object["deviceInfo"] = .object(device)
        object["stepUpRequestedAt"] = token.stepUpOpenedAt.map { .string($0.rfc3339) }
        return .object(object)
    }
}
