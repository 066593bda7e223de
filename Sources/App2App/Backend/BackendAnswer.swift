/// What an answer of the backend means for the call.
enum BackendAnswer {
    case done([String: JSONMember])
    /// The same call may be made again.
    case again(TokenActivatorError)
    /// The person has to be verified anew, so recently.
    case freshAuthentication(withinSeconds: Int)
    case over(TokenActivatorError)

    init(_ response: ActivationHTTPResponse) {
        let members = (try? JSONMembers.read(response.body)) ?? [:]
        let code = BackendAnswer.text(members["code"]) ?? ""
        let retryAfter = response.headers["retry-after"].flatMap(BackendAnswer.seconds)
        switch response.status {
        case 200:
            self = .done(members)
        case 401:
            self = BackendAnswer.unauthorised(code, response.headers["www-authenticate"] ?? "")
        case 409 where code == "activation_in_progress", 503 where code == "outcome_unknown":
            self = .again(TokenActivatorError(.outcomeUnknown, retryAfterSeconds: retryAfter))
        case 429, 502, 503, 504:
            self = .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        case 400..<500:
            self = .over(TokenActivatorError(.refused(code)))
        default:
            self = .over(TokenActivatorError(.unexpectedAnswer))
        }
    }

    /// RFC 9470: the challenge says how recently.
    private static func unauthorised(_ code: String, _ challenge: String) -> BackendAnswer {
        let error = "insufficient_user_authentication"
        guard code == error || challenge.contains("error=\"\(error)\"") else {
            return .over(TokenActivatorError(.notSignedIn))
        }
        let asked = challenge.split(whereSeparator: { $0 == "," || $0 == " " }).first { $0.hasPrefix("max_age=") }
        let value = asked.map { $0.dropFirst("max_age=".count).filter { $0 != "\"" } }
        let seconds = value.flatMap(BackendAnswer.seconds) ?? HTTPTokenActivator.freshSeconds
        return .freshAuthentication(withinSeconds: min(seconds, HTTPTokenActivator.freshSeconds))
    }

    private static func text(_ member: JSONMember?) -> String? {
        if case .text(let text) = member { text } else { nil }
    }

    private static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(AddressText.isDigit) else { return nil }
        return Int(text)
    }
}
