public import ChaveBase
public import ChavePixModel

/// All writes of one decision: stored together or not at all.
public struct Change: Sendable {
    public var writes: [Write] = []
    public var events: [OutboxEvent] = []
    public var audit: [AuditEntry] = []
    public var idempotency: IdempotencyWrite?

    public init() {}

    /// One write, usually of one row.
    public enum Write: Sendable {
        case organisation(Organisation)
        /// Inserts a key; a conflict when the organisation has `APIKey.largestCount` keys that are not revoked.
        case insertAPIKey(APIKey)
        /// Replaces the key by its revoked version; a conflict when the key is already revoked.
        case revokeAPIKey(APIKey)
        /// Writes nothing: a conflict when that key is revoked.
        case requireLiveKey(APIKeyID, of: OrganisationID)
        case insertTokenFamily(TokenFamily)
        /// Replaces the family if its current refresh token still is `refreshID` and it is not revoked.
        case updateTokenFamily(TokenFamily, expectedRefreshID: String)
        case insertCustomer(Customer)
        /// Replaces the customer whose version is `expected`, together with the indexed words of the name.
        case updateCustomer(Customer, expected: Int64, schedule: Schedule)
        /// Writes nothing: a conflict when the erasure of that person was requested.
        case requireKnownCustomer(CustomerID, of: OrganisationID)
        /// Writes nothing: a conflict when one of the counts is at its limit.
        ///
        /// Comes before the write that needs the room.
        case requireRoom(DeviceRoom)
        /// Writes nothing: a conflict while an enrollment or an intent of the customer has not ended.
        case requireNothingOpen(of: CustomerID, OrganisationID)
        /// Replaces an enrollment that is at rest and whose version is `expected`, with the values that its lists
        /// filter by.
        ///
        /// Deletes the enrollment's credential.
        case eraseEnrollment(Enrollment, expected: Int64)
        /// Replaces an intent that has ended and whose version is `expected`.
        case erasePaymentIntent(PaymentIntent, expected: Int64)
        case insertBankAccount(BankAccount)
        /// Sets the account's `isActive` and `updatedAt`.
        case updateBankAccount(BankAccount)
        /// Inserts when `expected` is 0, otherwise replaces the row whose version is `expected`.
        ///
        /// The row's version becomes `enrollment.version`. `wakeAt` is the time when the enrollment needs work again.
        /// The writer itself does that work until `heldUntil`.
        case enrollment(Enrollment, expected: Int64, schedule: Schedule)
        case paymentIntent(PaymentIntent, expected: Int64, schedule: Schedule)
        /// Inserts the rows of a new intent's scheduled charges.
        case insertCharges([ScheduledCharge], of: PaymentIntent)
        /// Sets the status and the bank's id of scheduled charges.
        case updateCharges([ScheduledCharge], of: PaymentIntent)
        /// Replaces `from` by the same intent with other notes, and the index entries of the notes.
        ///
        /// The worker of the intent and its schedule do not change. The write ends in a conflict when any other value
        /// has changed, including the next try.
        case annotatePaymentIntent(PaymentIntent, from: PaymentIntent)
        /// Removes the index entries of the intent's notes, so that no list finds the intent by them.
        case forgetMetadata(of: PaymentIntent)
        case insertApp(RegisteredApp)
        /// Marks the app as removed and frees its id and callback URLs; a conflict when the app is already removed.
        case removeApp(RegisteredApp)
        case insertCredential(EnrolledCredential)
        /// Changes the counter only if it is still `from`.
        case advanceCounter(credentialID: Octets, of: OrganisationID, from: UInt32, to: UInt32)
    }

    /// The time when an object needs work again, and its hold.
    public struct Schedule: Hashable, Sendable {
        /// The time of the next work; `nil` means never by itself.
        public var wakeAt: Timestamp?
        /// The end of the writer's hold; after that, any worker may claim the object.
        public var heldUntil: Timestamp?

        public init(wakeAt: Timestamp?, heldUntil: Timestamp?) {
            self.wakeAt = wakeAt
            self.heldUntil = heldUntil
        }

        public static let never = Schedule(wakeAt: nil, heldUntil: nil)
    }

    public enum IdempotencyWrite: Sendable {
        /// The first request with this key; fails with `.taken(.idempotencyKey)` when the key already exists.
        case claim(IdempotencyRecord)
        /// Takes over from an owner that gave up or died: only if there is no outcome and `heldUntil` is still `from`.
        case take(scope: Digest, from: Timestamp?, heldUntil: Timestamp)
        /// The owner gives up, and the next retry continues; only if `heldUntil` is still its own.
        case release(IdempotencyHold)
        /// The owner has the response; only if `heldUntil` is still its own, because after a takeover the new owner
        /// responds.
        case finish(IdempotencyHold, outcome: IdempotencyRecord.Outcome)
    }
}

/// Why a change was not stored.
///
/// No part of the change was stored.
public enum CommitFailure: Error, Sendable {
    /// A row changed after it was read: read again and decide again.
    case conflict
    case taken(UniqueValue)
    case fault(StorageFault)

    public enum UniqueValue: String, Hashable, Sendable, CaseIterable {
        case identifier, idempotencyKey, customerIdentifier, intentExternalID, endToEndID, credentialID, stateDigest,
            app
    }
}

/// A failure of the storage; it is unknown whether the change is stored only when `isOutcomeUnknown` is true.
public struct StorageFault: Error, Sendable {
    public var underlying: any Error
    public var isOutcomeUnknown: Bool
    /// Whether the caller left before the storage received any request: then nothing failed.
    public var isAbandoned: Bool

    public init(underlying: any Error, isOutcomeUnknown: Bool = false, isAbandoned: Bool = false) {
        self.underlying = underlying
        self.isOutcomeUnknown = isOutcomeUnknown
        self.isAbandoned = isAbandoned
    }
}

extension Change {
    /// Turns a response into the write that stores it for replays; `nil` when the request has no idempotency key.
    public typealias KeepingAnswer = (APIAnswer) throws(APIFailure) -> IdempotencyWrite?
}
