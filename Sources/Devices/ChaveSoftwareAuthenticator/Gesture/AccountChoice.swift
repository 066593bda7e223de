import ChaveDeviceKeys

/// The choice between several accounts when a relying party names no credential (WebAuthn Level 3, section 6.3.3, step
/// 7).
///
/// The authenticator makes the choice before the gesture, and only among two accounts or more.
public struct AccountChoice: Sendable {
    /// The displayed data of a credential.
    public struct Account: Sendable, Hashable {
        /// The credential that would sign.
        public let credentialID: [UInt8]
        /// The account's name, for display.
        public let userName: String
        /// The person's name, for display.
        public let userDisplayName: String
        /// The time of the registration in seconds since 1970.
        public let createdAt: Int64

        /// Creates an account, for a test of a choice.
        public init(credentialID: [UInt8], userName: String, userDisplayName: String, createdAt: Int64) {
            self.credentialID = credentialID
            self.userName = userName
            self.userDisplayName = userDisplayName
            self.createdAt = createdAt
        }
    }

    private let body: @Sendable (String, [Account]) async -> Account?

    /// Creates a choice from a closure, which gets the relying party's id and its accounts, the newest first.
    ///
    /// `nil`, or an account that was not in the list, ends the ceremony with `.userCancelled`.
    public init(_ body: @escaping @Sendable (_ relyingPartyID: String, _ accounts: [Account]) async -> Account?) {
        self.body = body
    }

    /// A choice of the account that was registered last, without asking the person.
    public static let newest = AccountChoice { _, accounts in accounts.first }

    func choose(
        _ relyingPartyID: String,
        _ credentials: [DeviceCredential]
    ) async throws(DeviceKeyError) -> DeviceCredential? {
        guard credentials.count > 1 else { return credentials.first }
        let chosen = await body(relyingPartyID, credentials.map(Account.init))
        guard !Task.isCancelled, let credential = credentials.first(where: { $0.id == chosen?.credentialID }) else {
            throw DeviceKeyError(.userCancelled, "none of the accounts was chosen")
        }
        return credential
    }
}

extension AccountChoice.Account {
    init(_ credential: DeviceCredential) {
        self.init(
            credentialID: credential.id,
            userName: credential.userName,
            userDisplayName: credential.userDisplayName,
            createdAt: credential.createdAt
        )
    }
}
