import ChaveBase
import ChaveWire

/// The reader of one object of the options; its errors name the dotted path of a member.
struct OptionsReader {
    private let object: JSONObject
    private let path: String

    init(_ value: JSONValue, path: String) throws(DeviceKeyError) {
        guard let object = value.object else {
            throw DeviceKeyError(
                .invalidOptions,
                "\(path.isEmpty ? "the options" : path) must be an object",
                field: path
            )
        }
        self.object = object
        self.path = path
    }

    /// The member, unless it is absent or `null`.
    subscript(name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    func invalid(_ name: String, _ problem: String) -> DeviceKeyError {
        let field = path.isEmpty ? name : "\(path).\(name)"
        return DeviceKeyError(.invalidOptions, "\(field) \(problem)", field: field)
    }

    func text(_ name: String) throws(DeviceKeyError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw invalid(name, "must be a text") }
        return text
    }

    func requiredText(_ name: String) throws(DeviceKeyError) -> String {
        guard let text = try text(name) else { throw invalid(name, "is missing") }
        return text
    }

    func flag(_ name: String) throws(DeviceKeyError) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.bool else { throw invalid(name, "must be true or false") }
        return flag
    }

    func reader(_ name: String) throws(DeviceKeyError) -> OptionsReader {
        guard let reader = try optionalReader(name) else { throw invalid(name, "is missing") }
        return reader
    }

    func optionalReader(_ name: String) throws(DeviceKeyError) -> OptionsReader? {
        guard let value = self[name] else { return nil }
        guard value.object != nil else { throw invalid(name, "must be an object") }
        return try OptionsReader(value, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func list(_ name: String) throws(DeviceKeyError) -> [OptionsReader] {
        guard let elements = try optionalList(name) else { throw invalid(name, "is missing") }
        return elements
    }

    private func optionalList(_ name: String) throws(DeviceKeyError) -> [OptionsReader]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.array else { throw invalid(name, "must be a list") }
        var readers: [OptionsReader] = []
        for (index, element) in elements.enumerated() {
            readers.append(try OptionsReader(element, path: "\(name).\(index)"))
        }
        return readers
    }

    /// The challenge, of any length except 0: the relying party is responsible for its entropy.
    func challenge() throws(DeviceKeyError) -> [UInt8] {
        let bytes = try bytes("challenge")
        guard !bytes.isEmpty else { throw invalid("challenge", "is empty") }
        return bytes
    }

    /// `timeout` in milliseconds, an `unsigned long` in the standard.
    func timeout() throws(DeviceKeyError) -> Int? {
        guard let value = self["timeout"] else { return nil }
        guard let milliseconds = value.number?.int64, (0...Int64(UInt32.max)).contains(milliseconds) else {
            throw invalid("timeout", "must be a number of milliseconds")
        }
        return Int(exactly: milliseconds)
    }

    /// The ids of a list of credential descriptors; descriptors of another type are skipped (section 5.8.3).
    func descriptors(_ name: String) throws(DeviceKeyError) -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for descriptor in try optionalList(name) ?? [] {
            guard try descriptor.requiredText("type") == "public-key" else { continue }
            ids.append(try descriptor.bytes("id"))
        }
        return ids
    }

    private func bytes(_ name: String) throws(DeviceKeyError) -> [UInt8] {
        guard let bytes = try? Base64URL.decode(requiredText(name)) else {
            throw invalid(name, self[name] == nil ? "is missing" : "must be base64url without padding")
        }
        return bytes
    }
}
