import ChaveBase
import ChaveWire

/// A value that one JSON value holds.
protocol JSONScalar {
    init?(scalar json: JSONValue)
    var scalar: JSONValue { get }
}

extension String: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self = text
    }
    var scalar: JSONValue { .string(self) }
}

extension Bool: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let value = json.bool else { return nil }
        self = value
    }
    var scalar: JSONValue { .bool(self) }
}

extension Int64: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let value = json.number?.int64 else { return nil }
        self = value
    }
    var scalar: JSONValue { JSONValue(self) }
}

extension JSONNumber: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
    var scalar: JSONValue { .number(self) }
}

extension Money: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string ?? json.number?.text else { return nil }
        self.init(decimal: text)
    }
    var scalar: JSONValue { json }
}

extension ResourceID: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }
    var scalar: JSONValue { .string(text) }
}

extension Timestamp: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(rfc3339: text)
    }
    var scalar: JSONValue { .string(rfc3339) }
}

extension CalendarDate: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(iso: text)
    }
    var scalar: JSONValue { .string(iso) }
}

extension TaxIdentifier: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }
    var scalar: JSONValue { .string(text) }
}

extension EndToEndID: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }
    var scalar: JSONValue { .string(text) }
}

extension DevicePlatform: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(caseInsensitive: text)
    }
    var scalar: JSONValue { .string(rawValue) }
}

extension APIKeyRole: JSONScalar {
    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(caseInsensitive: text)
    }
    var scalar: JSONValue { .string(rawValue) }
}

/// Bytes as base64url.
struct Base64Text: JSONScalar {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init?(scalar json: JSONValue) {
        guard let text = json.string, let bytes = try? Base64URL.decode(text) else { return nil }
        self.bytes = bytes
    }
    var scalar: JSONValue { .string(Base64URL.encode(bytes)) }
}
