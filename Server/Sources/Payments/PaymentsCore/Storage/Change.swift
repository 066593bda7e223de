public import ChaveBase
public import ChavePixModel

/// All that one decision writes: stored together or not at all.
public struct Change: Sendable {
    public var writes: [Write] = []
    public var events: [OutboxEvent] = []
    public var audit: [AuditEntry] = []
    public var idempotency: IdempotencyWrite?

    public init() {}

    /// One row.
    public enum Write: Sendable {
        case organisation(Organisation)
        /// A conflict where the organisation has `APIKey.largestCount` that are not revoked.
        case insertAPIKey(APIKey)
        /// Replaces the key by one that is revoked; a conflict when it is already.
        case revokeAPIKey(APIKey)
        /// Writes nothing: a conflict when that key is revoked.
        case requireLiveKey(APIKeyID, of: OrganisationID)
        case insertTokenFamily(TokenFamily)
        /// Replaces the family if its current refresh token still is `refreshID` and it is not revoked.
        case updateTokenFamily(TokenFamily, expectedRefreshID: String)
        case insertCustomer(Customer)
        /// Replaces the customer whose version is `expected`, with the words of the name.
        case updateCustomer(Customer, expected: Int64, schedule: Schedule)
        /// Writes nothing: a conflict when somebody has asked for that person to be erased.
        case requireKnownCustomer(CustomerID, of: OrganisationID)
        /// Writes nothing: a conflict where one of the counts is at its limit. Comes before what it makes room for.
        case requireRoom(DeviceRoom)
        /// Writes nothing: a conflict while an enrollment or an intent of theirs is not at its end.
        case requireNothingOpen(of: CustomerID, OrganisationID)
        /// Replaces an enrollment that is at rest and whose version is `expected`, with what its lists are filtered by; its
        /// credential goes.
        case eraseEnrollment(Enrollment, expected: Int64)
        /// Replaces an intent that is at its end and whose version is `expected`.
        case erasePaymentIntent(PaymentIntent, expected: Int64)
        case insertBankAccount(BankAccount)
        /// Sets `isActive` and `updatedAt`.
        case updateBankAccount(BankAccount)
        /// Inserts when `expected` is 0, else replaces the row whose version is `expected`; the row's version becomes
        /// `enrollment.version`. `wakeAt` is when it needs work again, `heldUntil` until when the writer does that itself.
        case enrollment(Enrollment, expected: Int64, schedule: Schedule)
        case paymentIntent(PaymentIntent, expected: Int64, schedule: Schedule)
        /// Replaces `from` by the same intent with other notes, and what it is found by; who works on it, and when it is
        /// worked on again, stays as it is. A conflict where anything else has moved, be it the next try.
        case annotatePaymentIntent(PaymentIntent, from: PaymentIntent)
        /// No list finds the intent by these notes any more.
        case forgetMetadata(of: PaymentIntent)
        case insertApp(RegisteredApp)
        /// Marks the app as removed and frees its id and callback URLs; a conflict when it is already.
        case removeApp(RegisteredApp)
        case insertCredential(EnrolledCredential)
        /// Moves the counter only if it still is `from`.
        case advanceCounter(credentialID: Octets, of: OrganisationID, from: UInt32, to: UInt32)
    }

    /// When an object needs work again.
    public struct Schedule: Hashable, Sendable {
        /// `nil`: never by itself.
        public var wakeAt: Timestamp?
        /// Until then the writer works on it; after that anybody may.
        public var heldUntil: Timestamp?

        public init(wakeAt: Timestamp?, heldUntil: Timestamp?) {
            self.wakeAt = wakeAt
            self.heldUntil = heldUntil
        }

        public static let never = Schedule(wakeAt: nil, heldUntil: nil)
    }

    public enum IdempotencyWrite: Sendable {
        /// The first request with this key; fails with `.taken(.idempotencyKey)` when there is one already.
        case claim(IdempotencyRecord)
        /// Takes over from an owner that gave up or died: only if there is no outcome and `heldUntil` still is `from`.
        case take(scope: Digest, from: Timestamp?, heldUntil: Timestamp)
        /// Its owner gives up; the next try goes on. Only if `heldUntil` still is its own.
        case release(IdempotencyHold)
        /// Its owner has the answer. Only if `heldUntil` still is its own: somebody who took over answers otherwise.
        case finish(IdempotencyHold, outcome: IdempotencyRecord.Outcome)
    }
}

/// Why a change was not stored.
///
/// Nothing of it was.
public enum CommitFailure: Error, Sendable {
    /// Something moved since it was read: read again and decide again.
    case conflict
    case taken(UniqueValue)
    case fault(StorageFault)

    public enum UniqueValue: String, Hashable, Sendable, CaseIterable {
        case identifier, idempotencyKey, customerIdentifier, intentExternalID, endToEndID, credentialID, stateDigest,
            app
    }
}

/// The storage failed us; whether the change is there is unknown only when `isOutcomeUnknown`.
public struct StorageFault: Error, Sendable {
    public var underlying: any Error
    public var isOutcomeUnknown: Bool
    /// Whether the caller went away before anything was asked of the storage: then nothing failed.
    public var isAbandoned: Bool

    public init(underlying: any Error, isOutcomeUnknown: Bool = false, isAbandoned: Bool = false) {
        self.underlying = underlying
        self.isOutcomeUnknown = isOutcomeUnknown
        self.isAbandoned = isAbandoned
    }
}
