public import ChaveBase

/// The headers of a call that both sides of Open Finance Brasil know (Payments 5.0.0, parameters).
public struct WireHeaders: Hashable, Sendable {
    /// `x-fapi-interaction-id`: a UUID, which the answer repeats.
    public var interactionID: String
    /// `x-idempotency-key`: 1 to 40 characters, no white space at the ends, no line break.
    public var idempotencyKey: String?
    /// `x-fapi-customer-ip-address`: the customer's address, 1 to 100 characters.
    public var customerAddress: String?
    /// `x-customer-user-agent`: the customer's program, 1 to 100 characters.
    public var customerUserAgent: String?
    /// `x-fapi-auth-date`: the customer's last sign-in at the initiator, in the form of RFC 9110, section 5.6.7.
    public var signedInAt: Timestamp?

    public init(interactionID: String, idempotencyKey: String? = nil) {
        self.interactionID = interactionID
        self.idempotencyKey = idempotencyKey
    }

    /// Reads the headers of a request.
    ///
    /// - Parameters:
    ///   - needsIdempotencyKey: whether the operation demands a key; without the demand a key is not looked at.
    ///   - values: all values of a header by its lower-case name; a header that occurs twice is invalid.
    /// - Throws: the first header that is missing or not in its form.
    public init(needsIdempotencyKey: Bool, values: (_ name: String) -> [String]) throws(WireHeaderRefusal) {
        guard let interaction = try WireHeaders.value("x-fapi-interaction-id", values, TokenUUID.isUUID) else {
            throw WireHeaderRefusal(header: "x-fapi-interaction-id", problem: .missing)
        }
        interactionID = interaction
        if needsIdempotencyKey {
            guard let key = try WireHeaders.value("x-idempotency-key", values, WireHeaders.isIdempotencyKey) else {
                throw WireHeaderRefusal(header: "x-idempotency-key", problem: .missing)
            }
            idempotencyKey = key
        }
        customerAddress = try WireHeaders.value("x-fapi-customer-ip-address", values, WireHeaders.isShortText)
        customerUserAgent = try WireHeaders.value("x-customer-user-agent", values, WireHeaders.isShortText)
        let date = try WireHeaders.value("x-fapi-auth-date", values) {
            $0.utf8.count == 29 && Timestamp(httpDate: $0) != nil
        }
        signedInAt = date.flatMap(Timestamp.init(httpDate:))
    }

    /// The headers of a call to a bank, in the order of the specification.
    ///
    /// Texts of the customer are cut at 100 characters, and their control characters become spaces: a browser's name may
    /// be longer than a bank takes. `signedInAt` is not sent: the header is optional, and a key on a device is no session.
    public var fields: [(name: String, value: String)] {
        let all: [(name: String, value: String?)] = [
            ("x-fapi-interaction-id", interactionID),
            ("x-idempotency-key", idempotencyKey),
            ("x-fapi-customer-ip-address", customerAddress.flatMap(WireHeaders.short)),
            ("x-customer-user-agent", customerUserAgent.flatMap(WireHeaders.short)),
        ]
        return all.compactMap { field in field.value.map { (field.name, $0) } }
    }

    /// The one value of a header; `nil` where it is absent.
    private static func value(
        _ name: String,
        _ values: (_ name: String) -> [String],
        _ isInItsForm: (String) -> Bool
    ) throws(WireHeaderRefusal) -> String? {
        let all = values(name)
        guard let value = all.first else { return nil }
        guard all.count == 1, isInItsForm(value) else { throw WireHeaderRefusal(header: name, problem: .invalid) }
        return value
    }

    /// The pattern `^(?!\s)(.*)(\S)$`, 1 to 40 characters.
    private static func isIdempotencyKey(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard (1...40).contains(scalars.count), let first = scalars.first, let last = scalars.last else { return false }
        return !first.properties.isWhitespace && !last.properties.isWhitespace
            && scalars.allSatisfy { !["\n", "\r", "\u{0}", "\u{2028}", "\u{2029}"].contains($0) }
    }

    private static func isShortText(_ text: String) -> Bool {
        (1...100).contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy { !isControl($0) }
    }

    private static func short(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(100) { scalars.append(isControl(scalar) ? " " : scalar) }
        return scalars.isEmpty ? nil : String(scalars)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }
}

/// A header that is missing, or not in its form.
public struct WireHeaderRefusal: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        case missing
        /// The value is not in the header's form, or the header occurs twice.
        case invalid
    }

    public let header: String
    public let problem: Problem

    public init(header: String, problem: Problem) {
        self.header = header
        self.problem = problem
    }

    /// The sentence for the caller's developer, which names the header and never its value.
    public var sentence: String {
        switch problem {
        case .missing: "The header \(header) is missing."
        case .invalid: "The header \(header) is not in its form, or occurs twice."
        }
    }
}
