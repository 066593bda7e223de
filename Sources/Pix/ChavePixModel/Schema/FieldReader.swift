import ChaveWire

/// The members of one object, by name and type.
///
/// A request is compared with its table first; what is read here afterwards is there. An answer is read without, and
/// what it lacks is `nil` or, where a value cannot be without it, an error.
struct FieldReader {
    let object: JSONObject
    let path: String

    init(_ json: JSONValue, path: String = "") throws(FieldErrors) {
        guard let object = json.object else {
            throw FieldErrors(FieldError(code: .invalid, field: path, message: "Send an object."))
        }
        self.object = object
        self.path = path
    }

    /// The member of that name; `nil` when it is absent, `null` or of another type.
    func find<Value: JSONScalar>(_ name: String) -> Value? { object[name].flatMap(Value.init(scalar:)) }

    /// The member of that name.
    func read<Value: JSONScalar>(_ name: String) throws(FieldErrors) -> Value {
        guard let value: Value = find(name) else { throw failure(name) }
        return value
    }

    func bytes(_ name: String) throws(FieldErrors) -> [UInt8] { try (read(name) as Base64Text).bytes }

    /// The object of that name; `nil` when it is absent, `null` or no object.
    func findObject(_ name: String) -> FieldReader? {
        object[name].flatMap { try? FieldReader($0, path: self.pathOf(name)) }
    }

    func readObject(_ name: String) throws(FieldErrors) -> FieldReader {
        guard let reader = findObject(name) else { throw failure(name) }
        return reader
    }

    func texts(_ name: String) -> [String] { object[name]?.array?.compactMap(\.string) ?? [] }

    /// The elements of that name as messages, each error with the element's place before its field.
    func messages<Message: APIMessage>(_ name: String) throws(FieldErrors) -> [Message] {
        var messages: [Message] = []
        for (index, element) in (object[name]?.array ?? []).enumerated() {
            do throws(FieldErrors) {
                messages.append(try Message(json: element))
            } catch {
                throw error.below("\(pathOf(name)).\(index)")
            }
        }
        return messages
    }

    func failure(_ name: String) -> FieldErrors {
        let isThere = object[name].map { !$0.isNull } ?? false
        let message = isThere ? "This value cannot be read." : "This value is missing."
        return FieldErrors(FieldError(code: isThere ? .invalid : .required, field: pathOf(name), message: message))
    }

    func pathOf(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension FieldErrors {
    /// The same errors, one level further down.
    func below(_ path: String) -> FieldErrors {
        let moved = items.map { item in
            FieldError(
                code: item.code,
                field: item.field.isEmpty ? path : "\(path).\(item.field)",
                message: item.message
            )
        }
        return FieldErrors(moved) ?? self
    }
}

extension JSONObject {
    /// Appends a member that an answer always has: `null` where there is no value.
    mutating func write<Value: JSONScalar>(_ name: String, _ value: Value?) {
        self[name] = value?.scalar ?? .null
    }

    mutating func write(_ name: String, json: JSONValue?) { self[name] = json ?? .null }

    /// Appends a member that a request has only when there is a value.
    mutating func writeIfAny<Value: JSONScalar>(_ name: String, _ value: Value?) {
        if let value { self[name] = value.scalar }
    }
}

extension Field {
    /// A member of an answer that always has a value.
    static func always(_ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .required, summary)
    }

    /// A member of an answer that is always there and may be `null`.
    static func orNull(_ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .required, isNullable: true, summary)
    }
}
