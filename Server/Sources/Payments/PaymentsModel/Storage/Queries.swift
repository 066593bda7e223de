public import ChaveBase
public import ChavePixModel

/// One page of a list, newest first.
public struct PageRequest: Hashable, Sendable {
    public var size: Int
    public var start: Start
    /// Whether the page reports the total count, which costs a scan of up to 10,000 rows.
    public var isCounted: Bool

    public enum Start: Hashable, Sendable {
        /// Page number `n`, from 1: not stable while rows are added.
        case page(Int)
        /// The page after (older than) or before (newer than) the object with that id: stable.
        case after(AnyID)
        case before(AnyID)
    }

    public init(size: Int = 100, start: Start = .page(1), isCounted: Bool = true) {
        self.size = size
        self.start = start
        self.isCounted = isCounted
    }
}

/// One page of results.
public struct Page<Item: Sendable>: Sendable {
    public var items: [Item]
    /// The total count, at most 10,000; `isCountCapped` is true when there are more.
    ///
    /// For a page without a total count, this is the number of items on the page.
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

extension Page {
    /// The same page with `items` instead.
    public func with<Other>(_ items: [Other]) -> Page<Other> {
        Page<Other>(
            items: items,
            count: count,
            isCountCapped: isCountCapped,
            hasOlder: hasOlder,
            hasNewer: hasNewer
        )
    }

    /// The same page with each item transformed.
    public func map<Other, Failure: Error>(_ body: (Item) throws(Failure) -> Other) throws(Failure) -> Page<Other> {
        var others: [Other] = []
        others.reserveCapacity(items.count)
        for item in items { others.append(try body(item)) }
        return with(others)
    }
}

public struct CustomerQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var identifierIndex: Digest?
    public var externalID: String?
    /// Customers that have all these name indexes.
    public var nameIndexes: [Digest] = []
    /// The only customer that a customer-bound token may see.
    public var only: CustomerID?

    public init() {}
}

public struct EnrollmentQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var deviceID: String?
    /// Only the enrollments that this device made.
    public var device: Digest?
    /// Also the enrollments that the merchant's server made for this customer, when `device` is set.
    ///
    /// For a customer-bound token.
    public var boundCustomer: CustomerID?
    /// The public status, such as `PENDING`.
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
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?
    /// Intents that have all these notes, by ``PaymentIntent/metadataEntry(_:_:)``.
    public var metadataEntries: [Digest] = []
    public var amount: Money?
    /// The smallest and the largest amount, both included.
    public var amountFrom: Money?
    public var amountTo: Money?

    public init() {}
}

/// The filters of a list of charges.
public struct ChargeQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var paymentIntent: PaymentIntentID?
    public var customer: CustomerID?
    public var status: ChargeStatus?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?
    public var amount: Money?
    /// The smallest and the largest amount, both included.
    public var amountFrom: Money?
    public var amountTo: Money?

    public init() {}
}

public struct EventQuery: Hashable, Sendable {
    public var page = PageRequest()
    /// One of these; `nil` is any.
    public var types: [String]?
    /// The object that the body describes.
    public var objectID: AnyID?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?

    public init() {}
}
