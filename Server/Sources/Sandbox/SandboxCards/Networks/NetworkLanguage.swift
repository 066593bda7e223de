import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore

/// The message format of one network.
protocol NetworkLanguage: Sendable {
    func call(_ request: HTTPRequest, path: String) throws(NetworkRefusal) -> NetworkCall
    func response(_ reply: NetworkReply, to call: NetworkCall?) -> HTTPResponse
}

extension NetworkLanguage {
    /// Reads a message's body, an object of 4 KiB at most.
    func body(_ request: HTTPRequest) throws(NetworkRefusal) -> JSONObject {
        let limits = JSONLimits(bytes: 4_096, depth: 8, values: 100)
        guard let bytes = request.body, case .object(let object)? = try? JSONValue(parsing: bytes, limits: limits)
        else {
            throw .invalidParameter
        }
        return object
    }

    /// Reads the operation id, which makes a repeated order one order.
    func operationID(_ request: HTTPRequest) throws(NetworkRefusal) -> String {
        try name(request.headers["Idempotency-Key"])
    }

    /// Reads a name of the interface: 1 to 64 letters, digits, hyphens and underscores.
    func name(_ text: String?) throws(NetworkRefusal) -> String {
        guard let text, WalletAccountID.isOne(text) else { throw .invalidParameter }
        return text
    }

    /// Reads a text of 1 to `longest` characters.
    func text(_ value: JSONValue?, longest: Int) throws(NetworkRefusal) -> String {
        guard let text = value?.string, (1...longest).contains(text.count) else { throw .invalidParameter }
        return text
    }

    func answer(_ status: Int, _ body: JSONValue) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body.encoded())
    }
}
