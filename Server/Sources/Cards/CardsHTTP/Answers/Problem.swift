import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

/// A refusal as an RFC 9457 problem document.
///
/// A problem contains no personal data and no value that the caller sent.
struct Problem: Error, Hashable, Sendable {
    var code: ProblemCode
    /// One more sentence about this occurrence; ``ProblemCode/wayOut`` follows it in `detail`.
    var remark: String?
    /// The member of the payload that is wrong.
    var field: String?
    /// The parameters of the query that are wrong.
    var parameters: [String] = []
    /// The time until which the refusal holds.
    var until: Timestamp?
    var retryAfterSeconds: Int64?
    /// The greatest age of the holder's last sign-in, set when that sign-in is too old.
    var maximumAgeSeconds: Int64?

    init(
        _ code: ProblemCode,
        _ remark: String? = nil,
        field: String? = nil,
        until: Timestamp? = nil,
        retryAfterSeconds: Int64? = nil,
        maximumAgeSeconds: Int64? = nil
    ) {
        self.code = code
        self.remark = remark
        self.field = field
        self.until = until
        self.retryAfterSeconds = retryAfterSeconds ?? (code.tellsWhenAgain ? 2 : nil)
        self.maximumAgeSeconds = maximumAgeSeconds
    }

    static let mediaType = "application/problem+json"

    private var detail: String {
        ([remark] + [code.wayOut]).compactMap(\.self).joined(separator: " ")
    }

    func json(baseURL: String, requestID: String) -> JSONValue {
        var object = JSONObject()
        object["type"] = .string(baseURL + ProblemPages.path(of: code))
        object["title"] = .string(code.title)
        object["status"] = JSONValue(code.status)
        object["detail"] = .string(detail)
        object["code"] = .string(code.rawValue)
        object["request_id"] = .string(requestID)
        object["until"] = until.map { .string($0.rfc3339) }
        object["errors"] = .array(errors)
        return .object(object)
    }

    private var errors: [JSONValue] {
        let places = (field.map { [("pointer", "#/\($0)")] } ?? []) + parameters.map { ("parameter", $0) }
        return places.prefix(Problem.mostErrors).map { kind, place in
            let said = ("code", JSONValue.string(code.rawValue))
            return JSONValue(
                dictionaryLiteral: (kind, .string(place)),
                said,
                ("detail", .string(code.title + "."))
            )
        }
    }

    static let mostErrors = 10

    /// The whole response; `tried` is the authentication scheme of the request, if it has one.
    func answer(baseURL: String, requestID: String, tried: Substring?) -> ServerAnswer {
        var answer = ServerAnswer(
            status: code.status,
            headers: [("Content-Type", Problem.mediaType)],
            body: json(baseURL: baseURL, requestID: requestID).encoded()
        )
        if let retryAfterSeconds { answer.headers.append(("Retry-After", "\(max(1, retryAfterSeconds))")) }
        answer.headers += challenges(tried: tried)
        return answer
    }

    /// The authentication challenges (RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 9449, section 7.1; RFC 9470,
    /// section 3).
    private func challenges(tried: Substring?) -> [(name: String, value: String)] {
        guard code.status == 401 else { return [] }
        let schemes = [("Bearer", #"realm="chave""#), ("DPoP", #"realm="chave", algs="ES256""#)]
        return schemes.map { name, parameters in
            // A request without credentials gets the schemes only, without an error (RFC 6750, section 3.1).
            guard tried?.lowercased() == name.lowercased() else { return ("WWW-Authenticate", "\(name) \(parameters)") }
            let age = maximumAgeSeconds.map { ", max_age=\($0)" } ?? ""
            return ("WWW-Authenticate", "\(name) \(parameters), error=\"\(code.rawValue)\"\(age)")
        }
    }
}

/// The pages that a problem's `type` points to: a few sentences for developers (RFC 9457, section 3.1.1).
enum ProblemPages {
    static let template = "/problems/{code}"

    static func path(of code: ProblemCode) -> String { "/problems/\(code.rawValue)" }

    /// The page of a code; `nil` when the code does not exist.
    static func answer(_ code: String) -> ServerAnswer? {
        guard let code = ProblemCode(rawValue: code) else { return nil }
        let text = "\(code.rawValue) (\(code.status))\n\n\(code.title).\n\n\(code.wayOut)\n"
        return ServerAnswer(
            status: 200,
            headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "public, max-age=3600")],
            body: Array(text.utf8)
        )
    }
}
