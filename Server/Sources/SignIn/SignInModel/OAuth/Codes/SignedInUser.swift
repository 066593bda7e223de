public import ChaveBase
package import ChaveWire

/// A person who has proven their presence: by a credential on a device, or in a browser.
public struct SignedInUser: Hashable, Sendable {
    public var id: String
    /// The device's credential, with which the tokens end; `nil` for a browser.
    public var credential: String?
    /// The record id of the browser's passkey, whose removal ends all that it opened; `nil` for a device.
    public var passkey: String?
    /// The `sid` of the browser's session in which the person is signed in; `nil` for a device.
    public package(set) var session: String?
    public var authenticatedAt: Timestamp
    /// The methods of the sign-in, `amr` (RFC 8176).
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

    package func write(to content: inout JSONObject) {
        content.set("user", id)
        content.set("credential", credential)
        content.set("passkey", passkey)
        content.set("browser_session", session)
        content.set("authenticated_at", authenticatedAt)
        content.set("methods", methods)
    }

    package init(_ reader: ContentReader) throws(SignInFault) {
        id = try reader.text("user")
        credential = try reader.optionalText("credential")
        passkey = try reader.optionalText("passkey")
        session = try reader.optionalText("browser_session")
        authenticatedAt = try reader.time("authenticated_at")
        methods = try reader.texts("methods")
    }
}
