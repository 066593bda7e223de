import ChaveBase

/// One HTTP request to a bank or to the directory.
package struct WireRequest: Sendable {
    package var method: String
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The longest answer in bytes; a longer one is ``WireFault/tooLong``.
    package var longestAnswer = WireLimits.longestAnswer

    package init(_ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension WireRequest {
    /// A POST of a form whose answer is JSON.
    static func form(_ url: String, _ pairs: [(String, String)]) -> WireRequest {
        WireRequest(
            "POST",
            url,
            headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
            body: Array(FormPairs.encode(pairs).utf8)
        )
    }
}

/// Names and values as `application/x-www-form-urlencoded`, with all but unreserved characters escaped.
enum FormPairs {
    static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }
}

/// A whole HTTP answer.
package struct WireResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of a header that occurs once; `nil` for none and for several.
    package func header(_ name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }
        return values.count == 1 ? values[0].value : nil
    }

    /// The media type of the body in lower case, without its parameters.
    package var mediaType: String? {
        header("content-type")?.split(separator: ";").first.map {
            $0.lowercased().filter { !$0.isWhitespace }
        }
    }
}

/// Why there is no whole answer.
package enum WireFault: Error, Hashable, Sendable {
    case timedOut
    /// No connection, no trust, or an answer that was cut.
    case unreachable
    /// The answer is longer than ``WireRequest/longestAnswer``.
    case tooLong
    /// The host's name leads to this machine or into a private network.
    case forbiddenAddress
}

package enum WireLimits {
    /// No message of a bank is longer.
    package static let longestAnswer = 256 * 1_024
    /// No list of participants is longer.
    package static let longestList = 64 * 1_024 * 1_024
}

/// Sends requests over HTTPS with the platform's certificate.
///
/// It follows no redirect, and trusts the configured roots alone.
package protocol WireExchange: Sendable {
    func send(_ request: WireRequest, timeoutMilliseconds: Int) async throws(WireFault) -> WireResponse
}

/// Resolves the names of banks and of the directory to addresses outside of this machine and its network.
package protocol HostNames: Sendable {
    /// The addresses of a name, at least one, in the order of preference.
    ///
    /// - Throws: `.unreachable` for a name without an address, `.forbiddenAddress` for one of which an address is this
    ///   machine's or in a private network.
    func addresses(of host: String, port: Int) async throws(WireFault) -> [String]

    func close() async
}
