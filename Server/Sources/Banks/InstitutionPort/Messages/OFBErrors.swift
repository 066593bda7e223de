import ChaveBase
public import ChaveWire

/// The body of a refusal.
public struct OFBErrors: InstitutionMessage {
    public var errors: [OFBError]

    public init(errors: [OFBError]) { self.errors = errors }

    /// The first error's code; empty when the bank gave none.
    public var firstCode: String { errors.first?.code ?? "" }

    /// The code that decides: of a payment the one that proves least, wherever it stands; else the first.
    public func decidingCode(of operation: InstitutionOperation) -> String {
        guard operation == .createPayment else { return firstCode }
        let codes = errors.map(\.code)
        return codes.first { $0 == "ERRO_IDEMPOTENCIA" } ?? codes.first { $0 == "CONSENTIMENTO_INVALIDO" }
            ?? codes.first { $0.hasPrefix("PARAMETRO_") } ?? firstCode
    }

    /// Reads Open Finance's list of errors, or the one error of an OAuth endpoint (RFC 6749, section 5.2).
    public init(json: JSONValue) throws(InstitutionMessageError) {
        errors = []
        let reader = try MessageReader(json)
        if reader.has("error"), !reader.has("errors") {
            let code = try reader.string("error", limit: 255)
            let detail = try reader.has("error_description") ? reader.text("error_description", limit: 8_192) : ""
            errors = [OFBError(code: code, title: code, detail: detail)]
            return
        }
        for item in try reader.objects("errors") { errors.append(try OFBError(item)) }
    }

    public var json: JSONValue { ["errors": .array(errors.map(\.json))] }
}

/// One reason of a refusal.
public struct OFBError: Hashable, Sendable {
    public var code: String
    public var title: String
    public var detail: String

    public init(code: String, title: String, detail: String) {
        self.code = code
        self.title = title
        self.detail = detail
    }

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        code = try reader.string("code", limit: 255)
        title = try reader.text("title", limit: 1_020)
        detail = try reader.text("detail", limit: 8_192)
    }

    var json: JSONValue { ["code": .string(code), "title": .string(title), "detail": .string(detail)] }
}
