import ChaveBase
import ChaveWire

/// The meaning of a backend answer for the call.
enum BackendAnswer {
    case done(JSONObject)
    /// The same call may be made again.
    case again(TokenActivatorError)
    /// The backend refused: neither this try nor an earlier one has had an effect.
    case refused(TokenActivatorError)
    /// The person must be verified again within this time; `mayHaveActed` when the answer may not be the backend's own.
    case freshAuthentication(withinSeconds: Int, mayHaveActed: Bool)
    /// A retry cannot help.
    case over(TokenActivatorError)

    /// Reads an answer to a call.
    ///
    /// A call with an idempotency key may have acted. Every answer that is neither done nor a known refusal then leaves
    /// the outcome in doubt.
    init(_ response: ActivationHTTPResponse, mayHaveActed: Bool) {
        let members = try? PayloadJSON.members(response.body)
        let code = members?["code"]?.string ?? ""
        let retryAfter = response.headers["retry-after"].flatMap(BackendAnswer.seconds)
        switch response.status {
        case 200 where members != nil || !mayHaveActed:
            self = .done(members ?? JSONObject())
        case 401:
            let challenge = response.headers["www-authenticate"] ?? ""
            self = BackendAnswer.unauthorised(code, challenge, mayHaveActed: mayHaveActed)
        case 409 where code == "activation_in_progress", 503 where code == "outcome_unknown":
            self = .again(TokenActivatorError(.outcomeUnknown, retryAfterSeconds: retryAfter))
        case 429 where code == "too_many_requests" || !mayHaveActed:
            self = .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        default:
            self =
                mayHaveActed
                ? BackendAnswer.keyed(response.status, code, retryAfter)
                : BackendAnswer.unkeyed(response.status, code, retryAfter)
        }
    }

    /// The meaning of an answer to a call that changes something.
    private static func keyed(_ status: Int, _ code: String, _ retryAfter: Int?) -> BackendAnswer {
        switch (BackendNo(status, code), status) {
        case (.decided, _): .refused(TokenActivatorError(.refused(code)))
        case (.unread, 500...): .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        case (.unread, _): .over(TokenActivatorError(.refused(code)))
        case (nil, 200), (nil, 408), (nil, 425), (nil, 429), (nil, 500...):
            .again(TokenActivatorError(.outcomeUnknown, retryAfterSeconds: retryAfter))
        case (nil, _): .over(TokenActivatorError(.outcomeUnknown, retryAfterSeconds: retryAfter))
        }
    }

    /// The meaning of an answer to a question, which never changes anything.
    private static func unkeyed(_ status: Int, _ code: String, _ retryAfter: Int?) -> BackendAnswer {
        switch status {
        case 408, 425, 502, 503, 504: .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        case 400..<500: .refused(TokenActivatorError(.refused(code)))
        default: .over(TokenActivatorError(.unexpectedAnswer))
        }
    }

    /// The meaning of a 401, whose challenge names the maximum age of the verification (RFC 9470).
    ///
    /// Without the backend's own code, the answer may come from a proxy that has already forwarded the call.
    private static func unauthorised(_ code: String, _ challenge: String, mayHaveActed: Bool) -> BackendAnswer {
        let error = "insufficient_user_authentication"
        let parameters = challenge.split { $0 == "," || $0 == " " }
        guard code == error || parameters.contains("error=\"\(error)\"") else {
            let isInDoubt = mayHaveActed && code != "invalid_token"
            return .over(TokenActivatorError(isInDoubt ? .outcomeUnknown : .notSignedIn))
        }
        let asked = parameters.first { $0.hasPrefix("max_age=") }
        let value = asked.map { $0.dropFirst("max_age=".count).filter { $0 != "\"" } }
        let seconds = value.flatMap(BackendAnswer.seconds) ?? HTTPTokenActivator.freshSeconds
        return .freshAuthentication(
            withinSeconds: min(seconds, HTTPTokenActivator.freshSeconds),
            mayHaveActed: mayHaveActed && code != error
        )
    }

    private static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(isDigit) else { return nil }
        return Int(text)
    }
}
