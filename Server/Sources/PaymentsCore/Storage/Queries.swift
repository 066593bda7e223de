public import ChavePixModel

/// One page of a list, newest first.
public struct PageRequest: Hashable, Sendable {
    public var size: Int
    public var start: Start

    public enum Start: Hashable, Sendable {
        /// Number `n`, from 1: not stable while rows are added.
        case page(Int)
        /// After (older than) or before (newer than) the object with that id text: stable.
        case after(String)
        case before(String)
    }

    public init(size: Int = 100, start: Start = .page(1)) {
        self.size = size
        self.start = start
    }
}

/// A page that was found.
public struct Page<Item: Sendable>: Sendable {
    public var items: [Item]
    /// How many there are in all, at most 10,000; `isCountCapped` when there are more.
    public var count: Int
    public var isCountCapped: Bool
    public var hasOlder: Bool
    public var hasNewer: Bool

    public init(items: [Item], count: Int, isCountCapped: Bool, hasOlder: Bool, hasNewer: Bool) {
        self.items = items
        self.count = count
        self.isCountCapped = isCountCapped
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
    }
}

public struct CustomerQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var identifierIndex: Digest?
    public var externalID: String?
    /// Customers that have all these name indexes.
    public var nameIndexes: [Digest] = []
    /// For a customer-bound token.
    public var only: CustomerID?

    public init() {}
}

public struct EnrollmentQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var deviceID: String?
    /// Only what this device made.
    public var device: Digest?
    /// Also what the merchant's server made for this customer, when `device` is set: a customer-bound token.
    public var boundCustomer: CustomerID?
    /// Outer statuses (`PENDING` …).
    public var status: String?
    public var institution: InstitutionID?
    public var customer: CustomerID?
    public var externalID: String?

    public init() {}
}

public struct PaymentIntentQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var device: Digest?
    public var boundCustomer: CustomerID?
    public var status: String?
    public var externalID: String?
    public var customer: CustomerID?
    public var enrollment: EnrollmentID?
    public var endToEndID: String?
    /// One of these; `nil` is any.
    public var statuses: [PaymentIntentStatus]?
    public var only: PaymentIntentID?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?

    public init() {}
}
