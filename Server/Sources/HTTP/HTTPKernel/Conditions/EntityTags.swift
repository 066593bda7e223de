package import Waiting

/// The version of an object as HTTP names it, and those that a request has (RFC 9110, sections 8.8.3 and 13.1.2).
package enum EntityTags {
    /// A strong tag: the same version is the same answer, byte for byte.
    package static func tag(_ version: Int64) -> String { "\"\(version)\"" }

    /// What `If-None-Match` says.
    ///
    /// Compared weakly, as the RFC wants it. Tags that are none of ours match nothing; a header that is no list of tags
    /// says nothing.
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
            // One way to write each version: another text of the same number is another tag.
            if let version = Int64(opaque), tag(version) == text { versions.insert(version) }
        }
        return elements.isEmpty ? .unsaid : .some(versions)
    }

    /// `etagc`; bytes above ASCII are `obs-text`.
    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}
