import ChavePixModel
import HTTPKernel

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

extension WireRefusal {
    /// The refusal of a failure that the kernel found.
    init(_ failure: APIFailure) {
        let code =
            switch failure.status {
            case 404: "NOT_FOUND"
            case 405: "METHOD_NOT_ALLOWED"
            case 406: "NOT_ACCEPTABLE"
            case 413: "PAYLOAD_TOO_LARGE"
            case 429: "TOO_MANY_REQUESTS"
            case 503: "SERVICE_UNAVAILABLE"
            default: "INVALID_REQUEST"
            }
        self.init(failure.status, code, failure.items.first?.message ?? "")
    }
}
