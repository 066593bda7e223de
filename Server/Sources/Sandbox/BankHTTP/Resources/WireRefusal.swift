/// A refusal of the interfaces for enrollments and payments (Payments 5.0.0, sections 1.2 and 2.1).
struct WireRefusal: Error, Hashable {
    let status: Int
    let code: String
    /// Advice for the developer, with nothing of the request in it.
    let detail: String

    init(_ status: Int, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    static func unauthorized(_ detail: String) -> WireRefusal { WireRefusal(401, "UNAUTHORIZED", detail) }

    /// The connection's certificate is none, or another client's.
    static func wrongCertificate(_ detail: String) -> WireRefusal { WireRefusal(401, "INVALID_CLIENT", detail) }
}
