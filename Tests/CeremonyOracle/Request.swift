import ChaveBase
import ChaveWire

/// One line, read member by member.
struct Request {
    struct Missing: Error {
        let name: String
    }

    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    subscript(name: String) -> JSONValue? { json[name] }

    func value(_ name: String) throws -> JSONValue {
        guard let value = json[name] else { throw Missing(name: name) }
        return value
    }

    func text(_ name: String) throws -> String {
        guard let text = try value(name).string else { throw Missing(name: name) }
        return text
    }

    func bytes(_ name: String) throws -> [UInt8] { try Base64URL.decode(text(name), field: name) }

    func integer(_ name: String) throws -> Int64 {
        guard let integer = try value(name).number?.int64 else { throw Missing(name: name) }
        return integer
    }

    func texts(_ name: String) throws -> [String] {
        guard let elements = try value(name).array else { throw Missing(name: name) }
        return elements.compactMap(\.string)
    }
}
