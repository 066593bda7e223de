public import ChaveBase

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
