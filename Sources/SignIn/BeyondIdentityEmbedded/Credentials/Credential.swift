/// A credential of this device: an X.509 certificate of its user, over a key that never leaves the device.
///
/// The SDK checks each stored field. A field that was changed is `nil`, or empty when its type is not optional; the
/// state is then `.invalid`.
public struct Credential: Hashable, Sendable {
    /// The time of its creation, in RFC 3339.
    public let created: String?
    /// The credential's name in calls: the tenant's id.
    public let handle: Handle?
    /// The name of its key in the device's key store.
    public let keyHandle: String?
    /// The tenant's display name.
    public let name: String
    /// The tenant's picture.
    public let logoURL: String
    /// The address at which the tenant's people sign in; `nil` when the tenant names none.
    public let loginURI: String?
    /// The address at which the tenant's people register; `nil` when the tenant names none.
    public let enrollURI: String?
    /// The certificates in PEM, with this device's first and the tenant's root last.
    public let chain: [String]
    /// SHA-256 of the root certificate, base64.
    public let rootFingerprint: String?
    /// The state from the last contact with the server.
    public let state: CredentialState

    /// The name of a credential.
    public struct Handle: Hashable, Sendable {
        /// The text for the app to store; it contains nothing about the person.
        public let value: String

        /// Restores a stored handle; a call with an unknown handle fails with `credentialNotFound`.
        public init(_ value: String) { self.value = value }
    }
}

/// Whether a credential can be used, as of the last contact with the server.
public enum CredentialState: String, Hashable, Sendable {
    /// The credential can sign in.
    case active
    /// The tenant has suspended the user; the credential may become active again.
    case userSuspended
    /// The tenant has deleted the user.
    case userDeleted
    /// The tenant has revoked this device, or a device above it.
    case deviceDeleted
    /// The stored data of the credential was changed or lost.
    case invalid
}

extension CredentialState {
    /// Reads the server's name of a state (`credential_state`).
    init?(serverName: String) {
        switch serverName {
        case "user_suspended": self = .userSuspended
        case "user_deleted": self = .userDeleted
        case "device_deleted": self = .deviceDeleted
        default: return nil
        }
    }

    /// Why the credential cannot sign in; `nil` for an active one.
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
