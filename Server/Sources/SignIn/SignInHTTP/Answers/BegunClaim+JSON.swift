import ChaveBase
import ChaveWire
import SignInCore
import SignInModel

extension BegunClaim {
    var json: JSONObject {
        var object = JSONObject()
        object["claim_id"] = .string(id)
        object["claim_token"] = .string(token)
        object["match_number"] = .string(number.text)
        object["expires_in"] = JSONValue(expiresInSeconds)
        object["profile"] = tenant.shown
        return object
    }
}

extension ClaimSight {
    var json: JSONObject {
        var object = JSONObject()
        object["status"] = .string(claim.status.rawValue)
        object["credential"] = credential?.json
        return object
    }
}
