public import ChaveBase
import ChaveWire

/// A person who proved to be there: by a credential on a device, or in a browser.
public struct SignedInUser: Hashable, Sendable {
    public var id: String
    /// The device's, with which the tokens end; `nil` for a browser.
    public var credential: String?
    /// The record's id of the browser's passkey, with which all that was got by it ends; `nil` for a device.
    public var passkey: String?
    /// `sid`: the session of the browser in which they are signed in; `nil` for a device.
    public internal(set) var session: String?
    public var authenticatedAt: Timestamp
    /// `amr` (RFC 8176).
    public var methods: [String]

    public init(
        id: String,
        credential: String?,
        passkey: String? = nil,
        authenticatedAt: Timestamp,
        methods: [String]
    ) {
        self.id = id
        self.credential = credential
        self.passkey = passkey
        self.authenticatedAt = authenticatedAt
        self.methods = methods
    }

    func write(to content: inout JSONObject) {
        content.set("user", id)
        content.set("credential", credential)
        content.set("passkey", passkey)
        content.set("browser_session", session)
        content.set("authenticated_at", authenticatedAt)
        content.set("methods", methods)
    }

    init(_ reader: ContentReader) throws(SignInFault) {
        id = try reader.text("user")
        credential = try reader.optionalText("credential")
        passkey = try reader.optionalText("passkey")
        session = try reader.optionalText("browser_session")
        authenticatedAt = try reader.time("authenticated_at")
        methods = try reader.texts("methods")
    }
}

extension SignIn {
    /// Whether the person, and the device or the passkey where there was one, still count.
    func isActive(_ signedIn: SignedInUser, of tenant: TenantID) async throws(SignInFault) -> Bool {
        guard let user = try await records.find(User.self, signedIn.id, of: tenant)?.record, user.status == .active,
            user.wasNotSuspended(since: signedIn.authenticatedAt)
        else { return false }
        // A recovery revokes the devices themselves.
        if let id = signedIn.credential { return try await isActive(id, of: user) }
        guard user.acknowledges(signedIn.authenticatedAt) else { return false }
        guard let id = signedIn.passkey else { return true }
        guard let passkey = try await records.find(BrowserPasskey.self, id, of: tenant)?.record else { return false }
        return try await counts(passkey, of: user)
    }

    /// Whether a passkey may be used still: made since the last recovery, by a device that was not revoked.
    func counts(_ passkey: BrowserPasskey, of user: User) async throws(SignInFault) -> Bool {
        guard passkey.user == user.id, user.acknowledges(passkey.createdAt) else { return false }
        guard let device = passkey.createdBy else { return true }
        return try await isActive(device, of: user)
    }

    private func isActive(_ id: String, of user: User) async throws(SignInFault) -> Bool {
        guard var credential = try await active(id, of: user.id, user.tenant) else { return false }
        // Those that stand above it in its chain, of which none may be revoked.
        for _ in 0..<max(0, credential.depth) {
            guard let parent = credential.parent, let next = try await active(parent, of: user.id, user.tenant) else {
                return false
            }
            credential = next
        }
        return true
    }

    private func active(
        _ credential: String,
        of user: String,
        _ tenant: TenantID
    ) async throws(SignInFault) -> RecordedCredential? {
        let found = try await records.find(RecordedCredential.self, credential, of: tenant)?.record
        return found?.status == .active && found?.user == user ? found : nil
    }
}
