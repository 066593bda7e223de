public import ChaveBase
public import ChavePixModel

/// A payment intent and its enrollment; responses show the enrollment's paying account.
public struct EnrolledIntent: Sendable {
    public var intent: PaymentIntent
    public var enrollment: Enrollment?

    public init(intent: PaymentIntent, enrollment: Enrollment?) {
        self.intent = intent
        self.enrollment = enrollment
    }
}

/// A charge in a list: the intent's own, or the charge of a schedule with that number, from 1.
public struct ListedCharge: Hashable, Sendable {
    public var intent: PaymentIntentID
    public var number: Int?

    public init(intent: PaymentIntentID, number: Int?) {
        self.intent = intent
        self.number = number
    }
}

/// The reference with which a request names a customer of its organisation.
public enum CustomerLookup: Hashable, Sendable {
    case id(CustomerID)
    case identifierIndex(Digest)
}

/// The references in a request for a new payment intent.
public struct IntentBasisQuery: Hashable, Sendable {
    public var customer: CustomerLookup
    public var enrollment: EnrollmentID
    public var beneficiary: BankAccountID
    /// Whether the query reads the enrollment's open intents.
    public var wantsOpen: Bool
    /// The counts that must be below their limits; `nil` when the request does not come from a device.
    public var room: DeviceRoom?

    public init(
        customer: CustomerLookup,
        enrollment: EnrollmentID,
        beneficiary: BankAccountID,
        wantsOpen: Bool,
        room: DeviceRoom? = nil
    ) {
        self.customer = customer
        self.enrollment = enrollment
        self.beneficiary = beneficiary
        self.wantsOpen = wantsOpen
        self.room = room
    }
}

/// Payer, enrollment and receiving account of a new payment intent; `nil` for each that the organisation does not have.
public struct IntentBasis: Sendable {
    public var customer: Customer?
    public var enrollment: Enrollment?
    public var beneficiary: BankAccount?
    /// Intents of the enrollment that are PENDING or PROCESSING; empty when the query did not ask for them.
    public var open: [PaymentIntent]
    /// The first count of the room that is at its limit.
    public var full: DeviceRoom.Bound?

    public init(
        customer: Customer?,
        enrollment: Enrollment?,
        beneficiary: BankAccount?,
        open: [PaymentIntent],
        full: DeviceRoom.Bound?
    ) {
        self.customer = customer
        self.enrollment = enrollment
        self.beneficiary = beneficiary
        self.open = open
        self.full = full
    }
}

extension PaymentsStore {
    public func customer(
        _ lookup: CustomerLookup,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        switch lookup {
        case .id(let id): try await customer(id, of: organisation)
        case .identifierIndex(let index): try await customer(identifierIndex: index, of: organisation)
        }
    }

    /// One read after the other, for a store in memory.
    public func enrolledIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> EnrolledIntent? {
        guard let intent = try await paymentIntent(id, of: organisation) else { return nil }
        return EnrolledIntent(
            intent: intent,
            enrollment: try await enrollment(intent.enrollment, of: organisation)
        )
    }

    /// One read after the other, for a store in memory.
    public func basis(
        _ query: IntentBasisQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> IntentBasis {
        let enrollment = try await enrollment(query.enrollment, of: organisation)
        var full: DeviceRoom.Bound?
        if let room = query.room { full = try await fullBound(of: room) }
        return IntentBasis(
            customer: try await customer(query.customer, of: organisation),
            enrollment: enrollment,
            beneficiary: try await bankAccount(query.beneficiary, of: organisation),
            open: enrollment != nil && query.wantsOpen ? try await openPaymentIntents(of: query.enrollment) : [],
            full: full
        )
    }
}
