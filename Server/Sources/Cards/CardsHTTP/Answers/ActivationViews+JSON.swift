import ChaveBase
import ChavePixModel
import ChaveWire
import TokenActivationCore

extension ActivationPreview {
    var json: JSONValue {
        var object = JSONObject()
        object["cardName"] = .string(cardName)
        object["lastFour"] = .string(lastFour)
        object["network"] = .string(network.rawValue)
        object["walletName"] = .string(walletName)
        object["deviceName"] = deviceName.map(JSONValue.string)
        object["tokenReferenceID"] = .string(tokenReferenceID)
        object["state"] = .string(state.rawValue)
        object["expiresAt"] = expiresAt.map { .string($0.rfc3339) }
        return .object(object)
    }
}

extension ActivationView {
    /// The response to a caller that changed something: id, token and state.
    var outcomeJSON: JSONValue {
        ["id": .string(id), "tokenReferenceID": .string(tokenReferenceID), "state": .string(state.rawValue)]
    }

    /// The whole view.
    var json: JSONValue {
        var object = JSONObject()
        object["id"] = .string(id)
        object["tokenReferenceID"] = .string(tokenReferenceID)
        object["state"] = .string(state.rawValue)
        object["reason"] = reason.map { .string($0.rawValue) }
        object["lastFour"] = .string(lastFour)
        object["walletName"] = walletName.map(JSONValue.string)
        object["deviceName"] = deviceName.map(JSONValue.string)
        object["createdAt"] = .string(createdAt.rfc3339)
        object["tokenState"] = tokenState.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension CardView {
    var json: JSONValue {
        [
            "panReferenceID": .string(panReferenceID), "name": .string(name), "network": .string(network.rawValue),
            "lastFour": .string(lastFour), "isBlocked": .bool(isBlocked), "tokens": .array(tokens.map(\.json)),
        ]
    }
}

extension CardView.Token {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["tokenReferenceID"] = .string(tokenReferenceID)
        object["walletName"] = .string(walletName)
        object["deviceName"] = deviceName.map(JSONValue.string)
        object["state"] = .string(state.rawValue)
        object["activationID"] = activationID.map(JSONValue.string)
        return .object(object)
    }
}
