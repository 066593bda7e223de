public import ChaveBase
package import ChaveWebAuthn
public import ChaveWire
import Hashing

/// A passkey that a person made in a browser (WebAuthn Level 3, section 4: a discoverable credential).
public struct BrowserPasskey: SignInRecord, Hashable {
    public static let kind = "browser_passkey"

    public let tenant: TenantID
    package let user: String
    package var credential: StoredCredential
    /// The browser in which the passkey was made.
    public let browser: BrowserDescription
    /// The credential behind the sign-in that made this passkey, directly or through an older passkey.
    ///
    /// The passkey ends with this credential; `nil` where there was none.
    public let createdBy: String?
    public let createdAt: Timestamp
    public package(set) var usedAt: Timestamp?

    package init(
        tenant: TenantID,
        user: String,
        credential: StoredCredential,
        browser: BrowserDescription,
        createdBy: String?,
        createdAt: Timestamp,
        usedAt: Timestamp? = nil
    ) {
        self.tenant = tenant
        self.user = user
        self.credential = credential
        self.browser = browser
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.usedAt = usedAt
    }

    /// The digest of the credential's id, because the id may be long.
    public var recordID: String { BrowserPasskey.id(credential.id) }
    public var indexes: [RecordIndex] { [BrowserPasskey.index(user: user)] }
    public var expiresAt: Timestamp? { nil }
    /// Whether the passkey may also be on other devices of the person.
    public var isSynced: Bool { credential.backupState }

    package static func id(_ credentialID: [UInt8]) -> String { Digest(of: credentialID).text }
    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }

    /// The user handle that authenticators store; it contains nothing that names the user (WebAuthn Level 3, section
    /// 14.6.1).
    package static func handle(of user: String, _ tenant: TenantID) -> [UInt8] {
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
