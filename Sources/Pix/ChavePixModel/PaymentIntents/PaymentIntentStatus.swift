/// Where a payment intent stands.
public struct PaymentIntentStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To be signed.
    public static let pending = PaymentIntentStatus(rawValue: "PENDING")
    /// Signed, and with the bank: the money may move.
    public static let processing = PaymentIntentStatus(rawValue: "PROCESSING")
    /// The money has moved, once.
    public static let succeeded = PaymentIntentStatus(rawValue: "SUCCEEDED")
    /// No money has moved, and none will.
    public static let failed = PaymentIntentStatus(rawValue: "FAILED")
    /// It was given up: no money has moved, and none will.
    public static let canceled = PaymentIntentStatus(rawValue: "CANCELED")

    public static let all: [PaymentIntentStatus] = [.pending, .processing, .succeeded, .failed, .canceled]

    /// Whether nothing changes any more; of a status that this version does not know nobody can say.
    public var isFinal: Bool { [.succeeded, .failed, .canceled].contains(self) }
}

/// Where one attempt to collect stands.
public struct ChargeStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// With the bank.
    public static let pending = ChargeStatus(rawValue: "PENDING")
    /// The money has moved.
    public static let succeeded = ChargeStatus(rawValue: "SUCCEEDED")
    /// No money has moved by it.
    public static let failed = ChargeStatus(rawValue: "FAILED")

    public static let all: [ChargeStatus] = [.pending, .succeeded, .failed]
}

/// Whose credentials made an object.
public struct CreatorType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A device token: merchants compare amount and beneficiary before they deliver.
    public static let sdk = CreatorType(rawValue: "sdk")
    /// The merchant's own API keys.
    public static let apiKey = CreatorType(rawValue: "api_key")

    public static let all: [CreatorType] = [.sdk, .apiKey]
}
