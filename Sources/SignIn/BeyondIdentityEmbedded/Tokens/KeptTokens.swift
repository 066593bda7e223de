import ChaveWire

/// Stored tokens, which no description shows.
struct KeptTokens: Hashable, Sendable {
    /// The margin in seconds: a token is not used in its last seconds, nor in the second half of a very short life.
    private static let margin: Int64 = 30

    let accessToken: String
    let refreshToken: String?
    /// The time before the token request, in seconds since 1970.
    let obtainedAt: Int64
    let expiresAt: Int64
    let tenant: String
    let user: String

    init(_ tokens: ReceivedTokens, refreshToken: String? = nil, tenant: String, user: String) {
        accessToken = tokens.accessToken.value
        self.refreshToken = tokens.refreshToken ?? refreshToken
        obtainedAt = tokens.askedAt
        let (end, overflow) = tokens.askedAt.addingReportingOverflow(Int64(tokens.accessToken.expiresIn))
        expiresAt = overflow ? .max : end
        self.tenant = tenant
        self.user = user
    }

    /// The access token with its remaining lifetime; `nil` when it has expired or the clock was set back.
    func fresh(at now: Int64) -> AccessToken? {
        guard now >= obtainedAt else { return nil }
        let life = expiresAt - obtainedAt
        let left = expiresAt - now
        guard left > min(KeptTokens.margin, life / 2) else { return nil }
        return AccessToken(value: accessToken, type: "Bearer", expiresIn: Int(clamping: left))
    }
}

extension KeptTokens {
    var content: JSONValue {
        var object = JSONObject()
        object["access_token"] = .string(accessToken)
        object["refresh_token"] = refreshToken.map(JSONValue.string)
        object["obtained_at"] = JSONValue(obtainedAt)
        object["expires_at"] = JSONValue(expiresAt)
        object["tenant"] = .string(tenant)
        object["user"] = .string(user)
        return .object(object)
    }

    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.object, let token = object["access_token"]?.string,
            let obtained = object["obtained_at"]?.number?.int64, let expires = object["expires_at"]?.number?.int64,
            obtained >= 0, expires >= obtained, let tenant = object["tenant"]?.string,
            let user = object["user"]?.string
        else { return nil }
        accessToken = token
        refreshToken = object["refresh_token"]?.string
        obtainedAt = obtained
        expiresAt = expires
        self.tenant = tenant
        self.user = user
    }
}

extension KeptTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "KeptTokens(<redacted>)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
