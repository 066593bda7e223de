import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension ServerAnswer {
    /// The one form of a refusal (RFC 6749, section 5.2).
    static func refusal(_ error: OAuthError) -> ServerAnswer {
        var answer = ServerAnswer.json(error.json, status: error.status)
        if let seconds = error.retryAfterSeconds { answer.headers.append(("Retry-After", "\(seconds)")) }
        return answer
    }

    static func otherMethods(_ methods: [String]) -> ServerAnswer {
        let list = methods.joined(separator: ", ")
        var answer = refusal(OAuthError(.invalidRequest, "This address takes \(list).", status: 405))
        answer.headers.append(("Allow", list))
        return answer
    }

    static func object(_ object: JSONObject, status: Int = 200) -> ServerAnswer {
        .json(.object(object), status: status)
    }

    /// A public answer, equal for every caller: caches may store it as long as a new key is published before it signs.
    static func published(_ json: JSONValue) -> ServerAnswer {
        var answer = ServerAnswer.json(json)
        answer.headers.append(("Cache-Control", "public, max-age=\(SignIn.keyPublicationSeconds)"))
        return answer
    }
}
