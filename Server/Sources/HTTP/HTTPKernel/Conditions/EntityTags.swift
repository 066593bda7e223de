package import Waiting

/// An object's version as an HTTP entity tag, and the tags that a request sends (RFC 9110, sections 8.8.3 and 13.1.2).
package enum EntityTags {
    /// A strong tag: two answers with the same version are equal byte for byte.
    package static func tag(_ version: Int64) -> String { "\"\(version)\"" }

    /// Reads the versions in `If-None-Match`.
    ///
    /// The comparison is weak, as the RFC requires. A tag that this server does not write matches nothing. A header
    /// that is not a list of tags counts as absent.
    package static func known(to request: ServerRequest) -> KnownVersions {
        let fields = request.headers.filter { $0.name == "if-none-match" }.map(\.value)
        guard !fields.isEmpty else { return .unsaid }
        let elements = HeaderList.elements(of: fields.joined(separator: ",")).map { $0.trimmingSpaces() }
        if elements == ["*"] { return .any }
        var versions: Set<Int64> = []
        for element in elements {
            let text = element.hasPrefix("W/") ? String(element.dropFirst(2)) : element
            guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\""),
                text.utf8.dropFirst().dropLast().allSatisfy(isTagByte)
            else { return .unsaid }
            let opaque = text.dropFirst().dropLast()
            // Each version has exactly one spelling. Another spelling of the same number is another tag.
            if let version = Int64(opaque), tag(version) == text { versions.insert(version) }
        }
        return elements.isEmpty ? .unsaid : .some(versions)
    }

    /// Whether a byte is `etagc`; bytes above ASCII are `obs-text`.
    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}
