import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsModel

extension ServerAnswer {
    /// The response of a use case, byte for byte the same when it is replayed.
    static func api(_ answer: APIAnswer) -> ServerAnswer {
        var headers: [(name: String, value: String)] = []
        if !answer.body.isEmpty { headers.append(("Content-Type", "application/json")) }
        if answer.isReplay { headers.append(("Idempotent-Replayed", "true")) }
        return ServerAnswer(status: answer.status, headers: headers, body: answer.body)
    }

    /// The one form of a refusal (Payments API, section 1): an array of items.
    static func failure(_ failure: APIFailure, requestID: String) -> ServerAnswer {
        let items = failure.items.map { item in
            APIErrorItem(requestID: requestID, code: item.code, message: item.message, field: item.field).json
        }
        var answer = ServerAnswer.json(.array(items), status: failure.status)
        if let seconds = failure.retryAfterSeconds { answer.headers.append(("Retry-After", "\(seconds)")) }
        if failure.status == 401 { answer.headers.append(("WWW-Authenticate", #"Basic realm="chave", Bearer"#)) }
        return answer
    }
}
