import ChaveBase

/// What is off in a message, and where.
struct Finding: Error {
    let text: String

    /// - Parameter text: findings are joined to sentences, so that a full stop at its end goes away.
    init(_ text: String) { self.text = text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// One at a byte of `part`.
    init(_ text: String, at offset: Int, of part: String) { self.init("\(part), byte \(offset): \(text)") }
}

/// All of them, up to more than anybody reads.
struct Findings {
    private static let most = 50

    private(set) var texts: [String] = []

    var isEmpty: Bool { texts.isEmpty }

    mutating func note(_ finding: Finding) {
        if texts.count < Findings.most { texts.append(finding.text) }
    }

    mutating func note(_ text: String, at offset: Int, of part: String) {
        note(Finding(text, at: offset, of: part))
    }

    mutating func noteLeftOver(_ count: Int, at offset: Int, of part: String, because reason: String = "") {
        guard count > 0 else { return }
        note("\(Counted.bytes(count)) \(count == 1 ? "is" : "are") left over\(reason)", at: offset, of: part)
    }

    /// What the strict reader says, where nothing more precise was found before.
    mutating func noteUnlessFound(_ part: String, _ strict: () throws(WireError) -> Void) {
        do {
            try strict()
        } catch {
            if isEmpty { note(Finding("\(part): \(error.sentence)")) }
        }
    }
}
