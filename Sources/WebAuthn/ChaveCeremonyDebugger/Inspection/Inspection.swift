public import ChaveWire

/// Why bytes cannot be inspected, or do not match their specification.
public struct InspectionRefusal: Error, Hashable, Sendable {
    /// The faults in their order; never empty.
    public let findings: [String]
    /// Whether a lenient inspection would show something.
    public let isReadable: Bool
}

/// Takes bytes apart for people to read, and verifies nothing.
public enum Inspection {
    /// The content of `text` as JSON: `{"kind", "encoding", "size", …}`.
    ///
    /// - Parameters:
    ///   - text: hex, base64 or base64url; a text of hexadecimal digits counts as hex.
    ///   - kind: the kind of value; `nil` guesses the kind from the bytes.
    ///   - isLenient: whether readable parts are shown despite a fault. The member `findings` then names the fault;
    ///     otherwise
    ///     the fault is the refusal.
    /// - Returns: one object.
    /// - Throws: the faults, or why nothing can be read.
    public static func inspect(
        _ text: String,
        as kind: InspectedKind? = nil,
        isLenient: Bool = false
    ) throws(InspectionRefusal) -> JSONValue {
        guard text.utf8.count <= LineSplitter.standardLimit else {
            throw InspectionRefusal(
                findings: ["the text has more than \(LineSplitter.standardLimit) bytes"],
                isReadable: false
            )
        }
        return try looking(isLenient: isLenient) { findings throws(Finding) in try members(text, kind, &findings) }
    }

    /// The content of `bytes`, read as `kind`, as JSON: `{"kind", "size", …}`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, about which nothing is guessed.
    ///   - kind: the kind of value.
    ///   - isLenient: whether readable parts are shown despite a fault, which `findings` then names.
    /// - Returns: one object.
    /// - Throws: the faults, or why nothing can be read.
    public static func inspect(
        _ bytes: [UInt8],
        as kind: InspectedKind,
        isLenient: Bool = false
    ) throws(InspectionRefusal) -> JSONValue {
        guard bytes.count <= LineSplitter.standardLimit else {
            throw InspectionRefusal(
                findings: ["there are more than \(Counted.bytes(LineSplitter.standardLimit))"],
                isReadable: false
            )
        }
        return try looking(isLenient: isLenient) { findings throws(Finding) in
            var object = JSONObject()
            object["kind"] = .string(kind.rawValue)
            object["size"] = JSONValue(bytes.count)
            for (name, value) in try InspectedPart.members(bytes, as: kind, &findings).members { object[name] = value }
            return object
        }
    }

    private static func looking(
        isLenient: Bool,
        _ look: (inout Findings) throws(Finding) -> JSONObject
    ) throws(InspectionRefusal) -> JSONValue {
        var findings = Findings()
        var object: JSONObject
        do throws(Finding) {
            object = try look(&findings)
        } catch {
            throw InspectionRefusal(findings: findings.texts + [error.text], isReadable: false)
        }
        guard isLenient || findings.isEmpty else {
            throw InspectionRefusal(findings: findings.texts, isReadable: true)
        }
        if isLenient { object["findings"] = .array(findings.texts.map(JSONValue.string)) }
        return .object(object)
    }

    private static func members(
        _ text: String,
        _ asked: InspectedKind?,
        _ findings: inout Findings
    ) throws(Finding) -> JSONObject {
        let input = try InspectedText(text, &findings)
        guard let kind = asked ?? InspectedKind(guessing: input.bytes) else {
            let kinds = InspectedKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Finding(
                "\(Counted.bytes(input.bytes.count)) that look like nothing known; say with --as which of \(kinds)"
            )
        }
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        object["encoding"] = .string(input.encoding.rawValue)
        object["size"] = JSONValue(input.bytes.count)
        let parts =
            asked == nil && kind == .authenticatorData
            ? try guessed(input.bytes, &findings) : try InspectedPart.members(input.bytes, as: kind, &findings)
        for (name, value) in parts.members { object[name] = value }
        return object
    }

    private static let guess = "authenticator data: that it is some was only guessed; say with --as what it is"

    /// The members of guessed authenticator data; a fault may mean that the guess is wrong, because nothing marks such
    /// data.
    private static func guessed(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        var own = Findings()
        let members: JSONObject
        do {
            members = try InspectedPart.members(bytes, as: .authenticatorData, &own)
        } catch {
            throw Finding((own.texts + [error.text, guess]).joined(separator: "; "))
        }
        if !own.isEmpty { own.note(Finding(guess)) }
        for text in own.texts { findings.note(Finding(text)) }
        return members
    }
}
