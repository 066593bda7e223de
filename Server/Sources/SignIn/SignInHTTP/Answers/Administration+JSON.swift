import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import SignInCore
import SignInModel

extension User {
    /// The user as JSON; `pending` is the address that the person has not proven yet.
    func json(pending: String?) -> JSONObject {
        var object = json
        object["pending_email"] = pending.map(JSONValue.string)
        return object
    }

    var json: JSONObject {
        var object = JSONObject()
        object["internal_id"] = .string(id)
        object["external_id"] = .string(externalID)
        object["email"] = .string(email)
        object["email_verified"] = .bool(hasProvenMail)
        object["user_name"] = .string(userName)
        object["display_name"] = .string(displayName)
        object["claims"] = claims.isEmpty ? nil : .object(claims)
        object["date_created"] = .string(createdAt.rfc3339)
        object["date_modified"] = .string(modifiedAt.rfc3339)
        object["status"] = .string(status.rawValue)
        return object
    }
}

extension ClaimScope {
    var json: JSONObject {
        var object = JSONObject()
        object["name"] = .string(name)
        object["claims"] = .array(claims.map(JSONValue.string))
        object["id_token"] = .bool(isInIDToken)
        object["description"] = sentence.map(JSONValue.string)
        return object
    }
}

extension RecordedCredential {
    /// The credential as the tenant's own server sees it.
    var json: JSONObject {
        var object = JSONObject()
        object["credential_id"] = .string(id)
        object["parent_id"] = parent.map(JSONValue.string)
        object["depth"] = JSONValue(depth)
        object["device_name"] = .string(deviceName)
        object["status"] = .string(status.rawValue)
        object["date_created"] = .string(createdAt.rfc3339)
        object["date_revoked"] = revokedAt.map { .string($0.rfc3339) }
        return object
    }
}

extension BrowserPasskey {
    /// The passkey as the tenant's own server sees it: without its key and without the browser's own description.
    var json: JSONObject {
        var object = JSONObject()
        object["passkey_id"] = .string(recordID)
        object["browser"] = browser.browser.map(JSONValue.string)
        object["system"] = browser.system.map(JSONValue.string)
        object["credential_id"] = createdBy.map(JSONValue.string)
        object["is_synced"] = .bool(isSynced)
        object["date_created"] = .string(createdAt.rfc3339)
        object["date_used"] = usedAt.map { .string($0.rfc3339) }
        return object
    }
}

extension OIDCClient {
    /// The client without its secret, which the server does not store.
    var json: JSONObject {
        var object = JSONObject()
        object["client_id"] = .string(id)
        object["name"] = .string(name)
        object["redirect_uris"] = .array(redirectURIs.map(JSONValue.string))
        object["post_logout_redirect_uris"] = .array(postLogoutRedirectURIs.map(JSONValue.string))
        object["backchannel_logout_uri"] = backChannelLogoutURI.map(JSONValue.string)
        object["backchannel_logout_session_required"] = .bool(requiresLogoutSession)
        object["token_endpoint_auth_method"] = .string(tokenAuthentication.rawValue)
        object["id_token_signed_response_alg"] = .string(idTokenAlgorithm.rawValue)
        object["dpop_bound_access_tokens"] = .bool(requiresDPoP)
        object["jwks"] = keys?.json
        object["former_secret_expires_at"] = formerSecret.map { .string($0.endsAt.rfc3339) }
        object["date_created"] = .string(createdAt.rfc3339)
        return object
    }
}

extension RegisteredClient {
    /// The only answer that contains a new secret.
    var json: JSONObject {
        var object = client.json
        object["client_secret"] = secret.map(JSONValue.string)
        if !risks.isEmpty { object["risks"] = .array(risks.map(JSONValue.string)) }
        return object
    }
}

extension Tenant {
    /// The tenant's profile, under the names that configure it.
    func profileJSON(risks: [String] = []) -> JSONObject {
        var object = JSONObject()
        object["profile_display_name"] = .string(displayName)
        object["profile_logo_uri"] = logoURL.isEmpty ? nil : .string(logoURL)
        object["support_email"] = supportMail.map(JSONValue.string)
        object["app_enroll_uri"] = enrollURI.map(JSONValue.string)
        object["app_login_uri"] = loginURI.map(JSONValue.string)
        object["registration_redirect_uri"] = registrationRedirectURI.map(JSONValue.string)
        if !risks.isEmpty { object["risks"] = .array(risks.map(JSONValue.string)) }
        return object
    }
}
