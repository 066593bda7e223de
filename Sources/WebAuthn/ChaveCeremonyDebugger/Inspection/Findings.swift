import ChaveBase

/// A fault in a message, with its position.
struct Finding: Error {
    let text: String

    /// Creates a finding.
    ///
    /// - Parameter text: the fault; a full stop at its end is removed, because findings are joined to sentences.
    init(_ text: String) { self.text = text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// Creates a finding at a byte of `part`.
    init(_ text: String, at offset: Int, of part: String) { self.init("\(part), byte \(offset): \(text)") }
}

/// All findings, up to a limit that nobody reads.
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

    /// Adds the strict reader's fault, when nothing more precise was found before.
    mutating func noteUnlessFound(_ part: String, _ strict: () throws(WireError) -> Void) {
        do {
            try strict()
        } catch {
            if isEmpty { note(Finding("\(part): \(error.sentence)")) }
        }
    }
}
