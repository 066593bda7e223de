public import ChaveBase
public import ChavePixModel
import Hashing

/// The tie between a device, a payer and a bank account.
public struct Enrollment: Hashable, Sendable, Codable {
    public let id: EnrollmentID
    public let organisation: OrganisationID
    public let createdBy: Creator
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// Rises by one with each change; the store refuses a write that does not follow the version it was read at.
    public var version: Int64
    public let customer: CustomerID
    public let institution: InstitutionID
    public let platform: DevicePlatform
    public internal(set) var name: String?
    public let callbackURL: String
    public internal(set) var externalID: String?
    /// JSON text, as it came.
    public internal(set) var metadata: String?
    /// The `deviceId` of the risk signals: what lists are filtered by.
    ///
    /// It is no right to see anything.
    public internal(set) var deviceID: String
    public var state: EnrollmentState
    public var bank: BankSide?
    /// Where the holder approves; kept after they came back.
    public internal(set) var redirectURL: String?
    /// SHA-256 of the `state` parameter that the bank will send back.
    public var stateDigest: Digest?
    /// What the callback brought, so that the same parameters get the same answer.
    public var callbackDigest: Digest?
    /// Whether the callback came with API keys and named no enrollment (``Organisation/unboundCallbacks``).
    public var isCallbackUnbound: Bool?
    /// The attestation of the confirm call, so that the same one is accepted again.
    public var attestationDigest: Digest?
    public var retry: Retry
    /// How often in a row the bank has said that it does not exist.
    public var missingAtBank = 0
    public var auditHead: Digest

    /// What the bank has told of its side.
    public struct BankSide: Hashable, Sendable, Codable {
        public var enrollmentID: String
        public var transactionLimit: Money?
        public var dailyLimit: Money?
        public var expiresAt: Timestamp?
        public var account: PayerAccount?

        public init(
            enrollmentID: String,
            transactionLimit: Money? = nil,
            dailyLimit: Money? = nil,
            expiresAt: Timestamp? = nil,
            account: PayerAccount? = nil
        ) {
            self.enrollmentID = enrollmentID
            self.transactionLimit = transactionLimit
            self.dailyLimit = dailyLimit
            self.expiresAt = expiresAt
            self.account = account
        }
    }

    /// The payer's account: the whole sealed, for the bank; a mask in clear, for answers.
    public struct PayerAccount: Hashable, Sendable, Codable {
        public var sealed: Sealed
        public var agency: String?
        public var maskedNumber: String
        public var type: String

        public init(sealed: Sealed, agency: String?, maskedNumber: String, type: String) {
            self.sealed = sealed
            self.agency = agency
            self.maskedNumber = maskedNumber
            self.type = type
        }
    }

    public init(
        id: EnrollmentID,
        organisation: OrganisationID,
        createdBy: Creator,
        createdAt: Timestamp,
        customer: CustomerID,
        institution: InstitutionID,
        platform: DevicePlatform,
        name: String?,
        callbackURL: String,
        externalID: String?,
        metadata: String?,
        deviceID: String,
        state: EnrollmentState
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        updatedAt = createdAt
        version = 0
        self.customer = customer
        self.institution = institution
        self.platform = platform
        self.name = name
        self.callbackURL = callbackURL
        self.externalID = externalID
        self.metadata = metadata
        self.deviceID = deviceID
        self.state = state
        retry = .none
        auditHead = Digest(ofText: "enrollment/\(id.text)")
    }
}

/// A device credential, as the platform saw it at confirm.
public struct EnrolledCredential: Hashable, Sendable, Codable {
    public let organisation: OrganisationID
    public let enrollment: EnrollmentID
    public let credentialID: Octets
    /// The COSE key as received.
    public let publicKey: Octets
    public var signCount: UInt32
    public let backupEligible: Bool
    public let backupState: Bool
    public let userHandle: Octets

    public init(
        organisation: OrganisationID,
        enrollment: EnrollmentID,
        credentialID: Octets,
        publicKey: Octets,
        signCount: UInt32,
        backupEligible: Bool,
        backupState: Bool,
        userHandle: Octets
    ) {
        self.organisation = organisation
        self.enrollment = enrollment
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.backupEligible = backupEligible
        self.backupState = backupState
        self.userHandle = userHandle
    }
}
