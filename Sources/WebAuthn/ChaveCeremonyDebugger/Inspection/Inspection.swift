public import ChaveWire

/// Why something cannot be inspected, or is not as its specification asks.
public struct InspectionRefusal: Error, Hashable, Sendable {
    /// What is off, the first of it first; never empty.
    public let findings: [String]
    /// Whether a lenient look would show something.
    public let isReadable: Bool
}

/// Takes bytes apart for people to look at; nothing of it is verified.
public enum Inspection {
    /// What `text` holds, as JSON: `{"kind", "encoding", "size", …}`.
    ///
    /// - Parameters:
    ///   - text: hex, base64 or base64url; digits that could be all of them count as hex.
    ///   - kind: what it is; `nil` guesses by the looks.
    ///   - isLenient: whether what can be read is shown although something is off. It is named in the member `findings`
    ///     then; otherwise it is the refusal.
    /// - Returns: one object.
    /// - Throws: what is off, or why nothing can be read.
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

    /// What `bytes` hold when they are read as `kind`, as JSON: `{"kind", "size", …}`.
    ///
    /// - Parameters:
    ///   - bytes: nothing is guessed of them.
    ///   - kind: what they are.
    ///   - isLenient: whether what can be read is shown although something is off, named in `findings`.
    /// - Returns: one object.
    /// - Throws: what is off, or why nothing can be read.
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

    /// Authenticator data has no looks of its own, so that what is off may be the guess.
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
