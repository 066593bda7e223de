import ChaveBase
import ChaveWire
import SignInCore
import SignInModel

extension ExtensionView {
    /// The *state* object of docs/sign-in.md.
    var json: JSONObject {
        var object = JSONObject()
        object["status"] = .string(status.rawValue)
        object["code"] = code.map(JSONValue.string)
        object["code_expires_in"] = codeExpiresInSeconds.map { JSONValue($0) }
        object["rotation"] = JSONValue(rotation)
        object["pairing"] = pairing.map { .object($0.json) }
        return object
    }
}

extension PairingView {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["pairing_id"] = .string(id)
        object["device_name"] = .string(deviceName)
        object["match_number"] = .string(number.text)
        object["choices"] = .array(choices.map { .string($0.text) })
        object["to_be_signed"] = .string(Base64.encode(toBeSigned))
        object["expires_in"] = JSONValue(expiresInSeconds)
        return object
    }
}

extension BegunExtension {
    var json: JSONObject {
        var object = JSONObject()
        object["extension_id"] = .string(state.id)
        object["extension_token"] = .string(token)
        for (name, value) in state.json.members { object[name] = value }
        object["chain"] = chain.map { .array($0.map(JSONValue.string)) }
        return object
    }
}
