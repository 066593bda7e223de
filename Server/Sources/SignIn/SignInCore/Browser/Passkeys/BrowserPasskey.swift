public import ChaveBase
import ChaveWebAuthn
public import ChaveWire
import Hashing

/// A passkey that a person made in a browser (WebAuthn Level 3, section 4: a discoverable credential).
public struct BrowserPasskey: SignInRecord, Hashable {
    public static let kind = "browser_passkey"

    public let tenant: TenantID
    let user: String
    var credential: StoredCredential
    /// In which browser it was made.
    public let browser: BrowserDescription
    /// The credential of the device that signed the person in when it was made, or that made the passkey which did.
    ///
    /// With it this one ends; `nil` where there was none.
    public let createdBy: String?
    public let createdAt: Timestamp
    public internal(set) var usedAt: Timestamp?

    /// A digest of the credential's id, which may be long.
    public var recordID: String { BrowserPasskey.id(credential.id) }
    public var indexes: [RecordIndex] { [BrowserPasskey.index(user: user)] }
    public var expiresAt: Timestamp? { nil }
    /// Whether it may be on other devices of the person too.
    public var isSynced: Bool { credential.backupState }

    static func id(_ credentialID: [UInt8]) -> String { Digest(of: credentialID).text }
    static func index(user: String) -> RecordIndex { RecordIndex("user", user) }

    /// What authenticators keep of a user: nothing that names them (WebAuthn Level 3, section 14.6.1).
    static func handle(of user: String, _ tenant: TenantID) -> [UInt8] {
        Digest(ofText: "\(tenant.text)/\(user)").bytes
    }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("user", user)
        content.set("credential_id", credential.id)
        content.set("public_key", credential.publicKey)
        content.set("sign_count", Int64(credential.signCount))
        content.set("backup_eligible", credential.backupEligible)
        content.set("backup_state", credential.backupState)
        content.set("browser", browser.browser)
        content.set("system", browser.system)
        content.set("created_by", createdBy)
        content.set("created_at", createdAt)
        content.set("used_at", usedAt)
        return content
    }
}

extension BrowserPasskey {
    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserPasskey.kind, content: content)
        let user = try reader.text("user")
        guard let count = UInt32(exactly: try reader.integer("sign_count")) else {
            throw .damaged(kind: BrowserPasskey.kind)
        }
        self.init(
            tenant: tenant,
            user: user,
            credential: StoredCredential(
                id: try reader.bytes("credential_id"),
                publicKey: try reader.bytes("public_key"),
                signCount: count,
                backupEligible: try reader.flag("backup_eligible"),
                backupState: try reader.flag("backup_state"),
                userHandle: BrowserPasskey.handle(of: user, tenant)
            ),
            browser: BrowserDescription(
                browser: try reader.optionalText("browser"),
                system: try reader.optionalText("system")
            ),
            createdBy: try reader.optionalText("created_by"),
            createdAt: try reader.time("created_at"),
            usedAt: try reader.optionalTime("used_at")
        )
    }
}
