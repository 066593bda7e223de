import ChaveWire

/// The members of one object, by name and type.
///
/// The table checks a request first, so every required member is present here. No table checks a response: a missing
/// member is `nil`, or an error when the value needs it.
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

    /// The member of that name; throws when it is absent, `null` or of another type.
    func read<Value: JSONScalar>(_ name: String) throws(FieldErrors) -> Value {
        guard let value: Value = find(name) else { throw failure(name) }
        return value
    }

    func bytes(_ name: String) throws(FieldErrors) -> [UInt8] { try (read(name) as Base64Text).bytes }

    /// The object of that name; `nil` when the member is absent, `null` or no object.
    func findObject(_ name: String) -> FieldReader? {
        object[name].flatMap { try? FieldReader($0, path: self.pathOf(name)) }
    }

    func readObject(_ name: String) throws(FieldErrors) -> FieldReader {
        guard let reader = findObject(name) else { throw failure(name) }
        return reader
    }

    func texts(_ name: String) -> [String] { object[name]?.array?.compactMap(\.string) ?? [] }

    /// The elements of that name as messages; an error names the element's index before its field.
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
    /// The same errors, with `path` before each field.
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
    /// Appends a member that a response always has; `nil` becomes `null`.
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
    /// A response member that always has a value.
    static func always(_ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .required, summary)
    }

    /// A response member that is always present and may be `null`.
    static func orNull(_ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .required, isNullable: true, summary)
    }
}
