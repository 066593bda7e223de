/// What an answer of the backend means for the call.
enum BackendAnswer {
    case done([String: JSONMember])
    /// The same call may be made again.
    case again(TokenActivatorError)
    /// The backend said no: nothing was done.
    case refused(TokenActivatorError)
    /// The person has to be verified anew, so recently.
    case freshAuthentication(withinSeconds: Int)
    /// No other try will help.
    case over(TokenActivatorError)

    /// What the backend says where nothing was done, and nothing of the call is kept that it would still do.
    private static let nothingDone: Set<String> = ["network_unavailable"]

    /// Where the call has an idempotency key it may have acted: then a server that failed has not said no.
    init(_ response: ActivationHTTPResponse, mayHaveActed: Bool) {
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
        case 429:
            self = .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        case 500... where mayHaveActed && !BackendAnswer.nothingDone.contains(code):
            self = .again(TokenActivatorError(.outcomeUnknown, retryAfterSeconds: retryAfter))
        case 502, 503, 504:
            self = .again(TokenActivatorError(.unavailable, retryAfterSeconds: retryAfter))
        case 400..<500:
            self = .refused(TokenActivatorError(.refused(code)))
        default:
            self = .over(TokenActivatorError(.unexpectedAnswer))
        }
    }

    /// RFC 9470: the challenge says how recently.
    private static func unauthorised(_ code: String, _ challenge: String) -> BackendAnswer {
        let error = "insufficient_user_authentication"
        let parameters = challenge.split { $0 == "," || $0 == " " }
        guard code == error || parameters.contains("error=\"\(error)\"") else {
            return .over(TokenActivatorError(.notSignedIn))
        }
        let asked = parameters.first { $0.hasPrefix("max_age=") }
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
