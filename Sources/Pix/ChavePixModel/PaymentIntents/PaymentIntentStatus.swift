/// The status of a payment intent.
public struct PaymentIntentStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device has not signed yet.
    public static let pending = PaymentIntentStatus(rawValue: "PENDING")
    /// The device has signed and the bank has the payment: the money may move.
    public static let processing = PaymentIntentStatus(rawValue: "PROCESSING")
    /// The bank has the payments of a schedule, and waits for their days; until the eve they can be cancelled.
    public static let scheduled = PaymentIntentStatus(rawValue: "SCHEDULED")
    /// The money has moved, once; after a schedule, at least one of its charges has moved money.
    public static let succeeded = PaymentIntentStatus(rawValue: "SUCCEEDED")
    /// The payment failed: no money has moved, and none will; after a schedule, no charge has moved money.
    public static let failed = PaymentIntentStatus(rawValue: "FAILED")
    /// The payment was cancelled: no money has moved, and none will; after a schedule, every charge was cancelled.
    public static let canceled = PaymentIntentStatus(rawValue: "CANCELED")

    public static let all: [PaymentIntentStatus] = [
        .pending, .processing, .scheduled, .succeeded, .failed, .canceled,
    ]

    /// Whether the status is known to be final; false for a status that this version does not know.
    public var isFinal: Bool { [.succeeded, .failed, .canceled].contains(self) }

    /// Whether nothing more comes before a later day: the status is final, or the bank has all payments of a schedule.
    public var isSettledForNow: Bool { isFinal || self == .scheduled }
}

/// The status of one attempt to collect.
public struct ChargeStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bank has the charge, or will have it; one of a schedule waits for its day.
    public static let pending = ChargeStatus(rawValue: "PENDING")
    /// The money has moved.
    public static let succeeded = ChargeStatus(rawValue: "SUCCEEDED")
    /// The charge has moved no money.
    public static let failed = ChargeStatus(rawValue: "FAILED")

    public static let all: [ChargeStatus] = [.pending, .succeeded, .failed]
}

/// The kind of credentials that created an object.
public struct CreatorType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A device's token created the object: merchants compare amount and beneficiary before they deliver.
    public static let sdk = CreatorType(rawValue: "sdk")
    /// The merchant's own API key created the object.
    public static let apiKey = CreatorType(rawValue: "api_key")

    public static let all: [CreatorType] = [.sdk, .apiKey]
}
