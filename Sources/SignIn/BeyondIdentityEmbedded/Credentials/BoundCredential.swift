import ChaveWire

/// A credential as the server sent it, before any check.
struct BoundCredential: Sendable {
    let credential: String
    let tenant: String
    let user: String
    /// PEM, leaf first, root last.
    let chain: [String]
    let rootFingerprint: String
    let name: String
    let logoURL: String
    let loginURI: String?
    let enrollURI: String?
    let created: String

    init(_ object: JSONObject) throws(SignInError) {
        credential = try object.text("credential_id")
        tenant = try object.text("tenant_id")
        user = try object.text("user_id")
        rootFingerprint = try object.text("root_fingerprint")
        created = try object.text("created")
        guard let chain = object["chain"]?.array?.compactMap(\.string), chain.count == object["chain"]?.array?.count,
            (2...6).contains(chain.count)
        else { throw .unreadable("chain") }
        self.chain = chain
        guard let profile = object["profile"]?.object else { throw .unreadable("profile") }
        name = profile["name"]?.string ?? ""
        logoURL = profile["logo_url"]?.string ?? ""
        loginURI = profile["login_uri"]?.string
        enrollURI = profile["enroll_uri"]?.string
    }
}
