public import ChaveBase
public import ChavePixModel
import Hashing
public import InstitutionPort

/// The link between a device, a payer and a bank account.
public struct Enrollment: Hashable, Sendable, Codable {
    public let id: EnrollmentID
    public let organisation: OrganisationID
    public let createdBy: Creator
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// The version, which rises by one with each change.
    ///
    /// The store refuses a write that does not follow the version that the writer read.
    public var version: Int64
    public let customer: CustomerID
    public let institution: InstitutionID
    public let platform: DevicePlatform
    public package(set) var name: String?
    public let callbackURL: String
    public package(set) var externalID: String?
    /// JSON text, as received.
    public package(set) var metadata: String?
    /// The `deviceId` of the risk signals, by which lists are filtered.
    ///
    /// This value gives no right to see anything.
    public package(set) var deviceID: String
    public var state: EnrollmentState
    /// The way by which the bank knows the enrollment; `nil` where there is one way.
    public var route: InstitutionRoute?
    public var bank: BankSide?
    /// The address where the holder approves; kept after the holder's return.
    public package(set) var redirectURL: String?
    /// The end of the address, by the clock of deadlines; `nil` where it lives as long as the wait for the holder.
    public package(set) var redirectEndsAt: Timestamp?
    /// SHA-256 of the `state` parameter that the bank will send back.
    public var stateDigest: Digest?
    /// The digest of the callback's parameters, so that the same parameters get the same response.
    public var callbackDigest: Digest?
    /// Whether the callback came with API keys and named no enrollment (``Organisation/unboundCallbacks``).
    public var isCallbackUnbound: Bool?
    /// The identity token that came with the tokens, sealed until the bank's keys can be had; `nil` once it held.
    public package(set) var unprovenIdentity: Sealed?
    /// The digest of the confirm call's attestation, so that the same attestation is accepted again.
    public var attestationDigest: Digest?
    public var retry: Retry
    /// How often in a row the bank has reported that the enrollment does not exist.
    public var missingAtBank = 0
    public var auditHead: Digest

    /// An address where the holder approves.
    package struct Redirect: Sendable {
        package var url: String
        /// `nil` where it lives as long as the wait for the holder.
        package var endsAt: Timestamp?

        package init(url: String, endsAt: Timestamp?) {
            self.url = url
            self.endsAt = endsAt
        }
    }

    package mutating func take(_ redirect: Redirect) {
        redirectURL = redirect.url
        redirectEndsAt = redirect.endsAt
    }

    /// Whether the holder is waited for, and has no address any more.
    package func needsRedirect(at now: Timestamp) -> Bool {
        guard case .awaitingHolder(_, let deadline) = state, let redirectEndsAt else { return false }
        return now < deadline && now >= redirectEndsAt
    }

    /// The bank's side of the enrollment, as far as the bank has reported it.
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

    /// The payer's account: complete and sealed for the bank, masked and in clear for responses.
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

/// A device credential, as received at the confirm call.
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

extension Enrollment {
    /// The deadline of the awaited step; `nil` at rest and when only the bank decides the time.
    public var deadline: Timestamp? {
        switch state {
        case .created(_, _, let deadline), .knownToBank(_, _, let deadline), .signalsSent(_, let deadline),
            .awaitingHolder(_, let deadline), .returned(_, _, let deadline), .exchanging(let deadline),
            .exchanged(_, let deadline), .holderChecked(_, let deadline), .awaitingCredential(_, _, let deadline),
            .attested(_, _, let deadline), .registering(_, _, let deadline):
            deadline
        case .authorised, .withdrawing, .ended: nil
        }
    }

    /// The bank's cleaned message about the end, or our sentence for the reason.
    public var endMessage: String? { end.map { $0.message ?? $0.reason.sentence } }
}
