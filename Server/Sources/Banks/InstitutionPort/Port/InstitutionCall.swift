public import ChaveBase
public import ChavePixModel

/// One call to a bank, as bytes and keys.
///
/// It holds only data that can cross a network, so that the platform calls the sandbox bank like a bank behind Open
/// Finance's transport.
public struct InstitutionCall: Hashable, Sendable, Redacted {
    public var institution: InstitutionID
    /// The way by which the call's object was made; `nil` only for a connector with one way.
    public var route: InstitutionRoute?
    public var operation: InstitutionOperation
    /// The enrollment, consent or payment of the path; empty where the path has none.
    public var subject: String
    /// The enrollment's access token; `nil` for a call with the client's own credentials.
    public var accessToken: String?
    /// An idempotency key of at most 40 characters; `nil` on calls that only read.
    public var idempotencyKey: String?
    /// A UUID that the bank returns in its answer.
    public var interactionID: String
    /// The person whose request causes the call.
    public var customer: InstitutionCustomer?
    /// The message as JSON; empty where the call has none.
    public var body: [UInt8]

    public init(
        institution: InstitutionID,
        route: InstitutionRoute? = nil,
        operation: InstitutionOperation,
        subject: String,
        accessToken: String?,
        idempotencyKey: String?,
        interactionID: String,
        customer: InstitutionCustomer? = nil,
        body: [UInt8]
    ) {
        self.institution = institution
        self.route = route
        self.operation = operation
        self.subject = subject
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.interactionID = interactionID
        self.customer = customer
        self.body = body
    }
}

/// The object whose work causes calls, for accounts of them.
public enum InstitutionWork {
    /// The id of the enrollment or the payment intent whose run is under way; `nil` for every other call.
    @TaskLocal public static var current: String?
}

/// The person whose request causes a call, as the bank's fraud checks want to know it.
///
/// It is known while the request is served, and never stored: calls that time causes have none.
public struct InstitutionCustomer: Hashable, Sendable, Redacted {
    /// The IP address of the person's device.
    public var address: String?
    public var userAgent: String?

    public init(address: String?, userAgent: String?) {
        self.address = address
        self.userAgent = userAgent
    }

    /// The person of the request that is served now.
    @TaskLocal public static var current: InstitutionCustomer?
}
