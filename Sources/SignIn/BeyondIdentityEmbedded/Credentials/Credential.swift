/// A credential of this device: an X.509 certificate of its user, over a key that never leaves the device.
///
/// What the device keeps is checked field by field. One that was changed is `nil`, or empty where it is no optional, and
/// the state is `.invalid`.
public struct Credential: Hashable, Sendable {
    /// When it was made, RFC 3339.
    public let created: String?
    /// What names it in calls: the tenant's id.
    public let handle: Handle?
    /// What names its key in the device's key store.
    public let keyHandle: String?
    /// The tenant's display name.
    public let name: String
    /// The tenant's picture.
    public let logoURL: String
    /// Where the tenant's people sign in; `nil` where the tenant names none.
    public let loginURI: String?
    /// Where the tenant's people register; `nil` where the tenant names none.
    public let enrollURI: String?
    /// The certificates in PEM, this device's first, the tenant's root last.
    public let chain: [String]
    /// SHA-256 of the root certificate, base64.
    public let rootFingerprint: String?
    /// As the server said when it was last spoken to.
    public let state: CredentialState

    /// What names a credential.
    public struct Handle: Hashable, Sendable {
        /// The text to keep; it says nothing of the person.
        public let value: String

        /// A handle that was kept; one that names no credential is `credentialNotFound` where it is used.
        public init(_ value: String) { self.value = value }
    }
}

/// Whether a credential can be used, as known since the server was last spoken to.
public enum CredentialState: String, Hashable, Sendable {
    /// It can sign in.
    case active
    /// The tenant has suspended the user; it may come back.
    case userSuspended
    /// The tenant has deleted the user.
    case userDeleted
    /// The tenant has revoked this device, or one above it.
    case deviceDeleted
    /// What the device keeps of it was changed or lost.
    case invalid
}

extension CredentialState {
    /// By the server's name of it (`credential_state`).
    init?(serverName: String) {
        switch serverName {
        case "user_suspended": self = .userSuspended
        case "user_deleted": self = .userDeleted
        case "device_deleted": self = .deviceDeleted
        default: return nil
        }
    }

    /// Why it cannot sign in; `nil` for one that can.
    var refusal: SignInError? {
        switch self {
        case .active: nil
        case .userSuspended: SignInError(.userSuspended, "The user is suspended; the organisation can lift that.")
        case .userDeleted: SignInError(.userDeleted, "The user no longer exists; delete the credential.")
        case .deviceDeleted: SignInError(.deviceDeleted, "This device was revoked; recover the user to sign in again.")
        case .invalid: .damagedCredential
        }
    }
}
