import ChaveWire

/// The reason why an exchange outside of the port gave nothing that can be used.
struct ExchangeProblem: Error, Hashable {
    /// A clause for an operator, without a token, a key or a person.
    let reason: String
    /// Whether a bank named an endpoint at a host of another one.
    private(set) var isForeignEndpoint = false

    init(_ reason: String) { self.reason = reason }

    static func foreignEndpoint(_ reason: String) -> ExchangeProblem {
        var problem = ExchangeProblem(reason)
        problem.isForeignEndpoint = true
        return problem
    }

    init(_ fault: WireFault) {
        switch fault {
        case .timedOut: reason = "no answer within the time limit"
        case .unreachable: reason = "no connection, or no trust between the certificates of both sides"
        case .tooLong: reason = "the answer is too long"
        case .forbiddenAddress: reason = "the name leads to this machine or into a private network"
        }
    }

    /// The problem of an answer with another status than that of success.
    init(_ response: WireResponse) { reason = "answer \(response.statusName)" }
}

extension WireResponse {
    /// OAuth's name of the error, which is safe to show, and never its description.
    var errorName: String? {
        let name = (try? JSONValue(parsing: body))?["error"]?.string ?? ""
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        return isPlain && (1...64).contains(name.utf8.count) ? name : nil
    }

    /// The status with OAuth's name of the error, where there is one.
    var statusName: String { errorName.map { "\(status) \($0)" } ?? "\(status)" }
}
