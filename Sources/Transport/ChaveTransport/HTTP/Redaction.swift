import ChaveBase

/// Removes from a text everything that must not reach a log, whatever the text's source.
package enum Redaction {
    /// Replaces with `…` each word that contains nine digits in a row or 32 base64url characters in a row.
    ///
    /// The punctuation `.`, `-` and `/` does not interrupt the digits. The result has at most 500 characters.
    ///
    /// The first rule covers tax and account numbers; the second covers tokens, challenges and signatures. Ids of
    /// objects stay: a refusal may name the object that blocks a request.
    package static func redacted(_ text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            isSecret(word.utf8) && !isID(word.utf8) ? "…" : String(word)
        }
        return String(words.joined(separator: " ").prefix(longest))
    }

    private static let longest = 500

    /// Whether the word is a UUID, with punctuation around it.
    private static func isID(_ word: Substring.UTF8View) -> Bool {
        let hex = Array("0123456789abcdefABCDEF".utf8)
        let core = Array(word.drop { !hex.contains($0) }.prefix(36))
        let rest = word.drop { !hex.contains($0) }.dropFirst(36)
        guard core.count == 36, rest.allSatisfy({ Array(".,;:)\"'".utf8).contains($0) }) else { return false }
        return core.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : hex.contains(byte)
        }
    }

    private static func isSecret(_ word: Substring.UTF8View) -> Bool {
        var digits = 0
        var run = 0
        for byte in word {
            let isDigit = (0x30...0x39).contains(byte)
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            if isDigit { digits += 1 } else if !Array(".-/".utf8).contains(byte) { digits = 0 }
            run = isDigit || isLetter || byte == 0x2D || byte == 0x5F ? run + 1 : 0
            if digits >= 9 || run >= 32 { return true }
        }
        return false
    }
}
