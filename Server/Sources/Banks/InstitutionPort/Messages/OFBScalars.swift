public import ChaveBase
import ChavePixModel
import ChaveWire

/// Date-times in messages to banks: `YYYY-MM-DDThh:mm:ssZ`, whole seconds.
public enum OFBDateTime {
    public static func text(_ time: Timestamp) -> String { String(time.rfc3339.prefix(19)) + "Z" }

    static func timestamp(_ text: String) -> Timestamp? {
        guard text.utf8.count == 20, text.utf8.last == UInt8(ascii: "Z") else { return nil }
        return Timestamp(rfc3339: text)
    }
}

/// Amounts in messages to banks: at least one digit, a point, two digits.
enum OFBAmount {
    static func money(_ text: String) -> Money? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 4, bytes[bytes.count - 3] == UInt8(ascii: ".") else { return nil }
        return Money(decimal: text)
    }
}

/// A list of members without the members that are `nil`.
struct MessageWriter {
    private(set) var object = JSONObject()

    init() {}

    subscript(name: String) -> JSONValue? {
        get { object[name] }
        set { object[name] = newValue }
    }

    mutating func set(_ name: String, _ text: String?) {
        if let text { object[name] = .string(text) }
    }

    mutating func set(_ name: String, _ time: Timestamp?) {
        if let time { object[name] = .string(OFBDateTime.text(time)) }
    }

    mutating func set(_ name: String, _ money: Money?) {
        if let money { object[name] = .string(money.decimal) }
    }

    mutating func set(_ name: String, _ bytes: [UInt8]) { object[name] = .string(Base64URL.encode(bytes)) }

    /// Open Finance's envelope of a request.
    var envelope: JSONValue { ["data": .object(object)] }

    /// Open Finance's envelope of an answer.
    func envelope(link: String, answeredAt: Timestamp) -> JSONValue {
        [
            "data": .object(object),
            "links": ["self": .string(link)],
            "meta": ["requestDateTime": .string(OFBDateTime.text(answeredAt))],
        ]
    }
}

/// A person's or a company's document as Open Finance writes it.
enum OFBDocument {
    static func json(cpf: String) -> JSONValue { ["document": ["identification": .string(cpf), "rel": "CPF"]] }

    static func json(cnpj: String) -> JSONValue { ["document": ["identification": .string(cnpj), "rel": "CNPJ"]] }

    static func cpf(_ holder: MessageReader) throws(InstitutionMessageError) -> String {
        let document = try holder.object("document")
        guard try document.string("rel", limit: 4) == "CPF" else { throw document.invalid("rel") }
        let cpf = try document.string("identification", limit: 14)
        guard cpf.utf8.count == 11, cpf.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw document.invalid("identification")
        }
        return cpf
    }

    static func cnpj(_ holder: MessageReader) throws(InstitutionMessageError) -> String {
        let document = try holder.object("document")
        guard try document.string("rel", limit: 4) == "CNPJ" else { throw document.invalid("rel") }
        let cnpj = try document.string("identification", limit: 14)
        guard cnpj.utf8.count == 14 else { throw document.invalid("identification") }
        return cnpj
    }
}
