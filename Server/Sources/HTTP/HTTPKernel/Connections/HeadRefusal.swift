import NIOHTTP1

/// Why the server refuses a request by its head alone, before it looks at the content; in the order of the checks.
///
/// An attacker can smuggle one request behind another when two programs read a message differently (RFC 9112, section
/// 11.2).
enum HeadRefusal: Hashable, Sendable, CaseIterable {
    case codingInOldVersion
    case lengthBesideCoding
    case brokenCoding
    case unknownCoding
    case lengthTwice
    case hostMissing
    case hostTwice
    case hostMalformed
    case unknownExpectation
    /// The parser stopped in the first line (`targetTooLong`) or in the headers (`headersTooLarge`).
    case targetTooLong
    case headersTooLarge

    /// Checks a head; `nil` when the head is acceptable.
    init?(_ head: HTTPRequestHead) {
        let found = HeadRefusal.framing(head) ?? HeadRefusal.host(head) ?? HeadRefusal.expectation(head)
        guard let found else { return nil }
        self = found
    }

    /// Checks the length and the coding of the body (RFC 9112, sections 6.1 to 6.3).
    private static func framing(_ head: HTTPRequestHead) -> HeadRefusal? {
        let lengths = head.headers["content-length"]
        guard head.headers.contains(name: "transfer-encoding") else { return lengths.count > 1 ? .lengthTwice : nil }
        if head.isOld { return .codingInOldVersion }
        if !lengths.isEmpty { return .lengthBesideCoding }
        let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
        if codings == ["chunked"] { return nil }
        let isChunkedOnceAndLast = codings.last == "chunked" && codings.filter { $0 == "chunked" }.count == 1
        return isChunkedOnceAndLast ? .unknownCoding : .brokenCoding
    }

    /// Checks the `Host` header (RFC 9112, section 3.2).
    private static func host(_ head: HTTPRequestHead) -> HeadRefusal? {
        let hosts = head.headers["host"]
        if hosts.count > 1 { return .hostTwice }
        guard let host = hosts.first else { return head.isOld ? nil : .hostMissing }
        return HostField.isWellFormed(host) ? nil : .hostMalformed
    }

    /// Checks the `Expect` header (RFC 9110, section 10.1.1); HTTP/1.0 has no expectations.
    private static func expectation(_ head: HTTPRequestHead) -> HeadRefusal? {
        let expected = head.headers[canonicalForm: "expect"]
        guard !head.isOld, !expected.isEmpty else { return nil }
        return expected.allSatisfy { $0.lowercased() == "100-continue" } ? nil : .unknownExpectation
    }

    var status: HTTPResponseStatus {
        switch self {
        case .codingInOldVersion, .lengthBesideCoding, .brokenCoding, .lengthTwice, .hostMissing, .hostTwice,
            .hostMalformed:
            .badRequest
        case .unknownCoding: .notImplemented
        case .unknownExpectation: .expectationFailed
        case .targetTooLong: .uriTooLong
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        }
    }

    /// The body of the answer, for the developer of the client.
    var sentence: String {
        switch self {
        case .codingInOldVersion: "HTTP/1.0 has no Transfer-Encoding. Send Content-Length."
        case .lengthBesideCoding: "Content-Length and Transfer-Encoding do not go together. Send one of them."
        case .brokenCoding: "Transfer-Encoding ends with chunked, once."
        case .unknownCoding: "The only Transfer-Encoding here is chunked."
        case .lengthTwice: "Content-Length stands once."
        case .hostMissing: "Send Host with the name of the server."
        case .hostTwice: "Host stands once."
        case .hostMalformed: "Host is a name or an address, and a port where it is not the usual one."
        case .unknownExpectation: "The only expectation here is 100-continue."
        case .targetTooLong: "The path and its query may have 8 KiB at most."
        case .headersTooLarge: "The headers may have 32 KiB at most."
        }
    }
}

extension HTTPRequestHead {
    /// Whether the request is HTTP/1.0, which has neither chunks nor expectations, and closes connections by default.
    var isOld: Bool { version.minor == 0 }

    /// Rewrites an absolute target, as proxies send it, to a path and a `Host` header (RFC 9112, section 3.2.2).
    mutating func readAbsoluteTarget() {
        let lowered = uri.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lowered.hasPrefix($0) }) else { return }
        let rest = uri.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(authority.count)
        // The value of `Host` is replaced, but the request must still have exactly one.
        if headers["host"].count == 1 || isOld { headers.replaceOrAdd(name: "Host", value: String(authority)) }
        uri = path.hasPrefix("/") ? String(path) : "/\(path)"
    }
}
