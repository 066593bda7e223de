import Foundation

/// One certificate in PEM (RFC 7468), with or without line breaks in its base64.
struct PEMCertificate {
    /// The fault, as the rest of a sentence whose subject is the text.
    struct Fault: Error {
        let problem: String
        init(_ problem: String) { self.problem = problem }
    }

    /// The certificate in DER, not yet checked.
    let bytes: [UInt8]

    private static let begin = "-----BEGIN "
    private static let dashes = "-----"

    init(_ text: String) throws(Fault) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let begin = text.range(of: PEMCertificate.begin, options: .literal),
            let head = text.range(of: PEMCertificate.dashes, options: .literal, range: begin.upperBound..<text.endIndex)
        else { throw Fault("is no PEM: one block from -----BEGIN CERTIFICATE----- to its END") }
        guard begin.lowerBound == text.startIndex else { throw Fault("has text before its block; leave that out") }
        let label = String(text[begin.upperBound..<head.lowerBound])
        guard label == "CERTIFICATE" else { throw Fault("holds \(Quoted.text(label)); a CERTIFICATE is needed") }
        let body = head.upperBound..<text.endIndex
        guard let end = text.range(of: "-----END CERTIFICATE-----", options: .literal, range: body) else {
            throw Fault("is cut: its -----END CERTIFICATE----- is missing")
        }
        try PEMCertificate.requireNothing(behind: text[end.upperBound...])
        bytes = try PEMCertificate.decoded(text[body.lowerBound..<end.lowerBound])
    }

    private static func requireNothing(behind rest: Substring) throws(Fault) {
        guard !rest.isEmpty else { return }
        guard rest.range(of: begin, options: .literal) == nil else {
            throw Fault("holds more than one block; give each certificate as a text of its own")
        }
        throw Fault("has text after its block; leave that out")
    }

    private static func decoded(_ base64: Substring) throws(Fault) -> [UInt8] {
        let characters = base64.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard !characters.isEmpty else { throw Fault("has an empty block") }
        guard let data = Data(base64Encoded: Data(characters)) else {
            throw Fault("has no base64 between BEGIN and END: a character is wrong or missing")
        }
        return Array(data)
    }
}
