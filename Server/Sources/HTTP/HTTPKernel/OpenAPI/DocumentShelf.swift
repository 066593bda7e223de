import ChaveBase
import Hashing
import Synchronization

/// A document that is made once and then comes from memory, with the tag that tells whether a caller has it already.
package struct ShelvedDocument: Sendable {
    package let bytes: [UInt8]
    package let mediaType: String
    package let tag: String

    package init(_ bytes: [UInt8], _ mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
        tag = "\"\(Base64URL.encode(Array(Digest(of: bytes).bytes.prefix(16))))\""
    }

    /// Answers with the document, or with 304 when `If-None-Match` names its tag (RFC 9110, section 13.1.2).
    package func answer(
        to request: ServerRequest,
        headers: [(name: String, value: String)] = [],
        caching: String = "no-cache"
    ) -> ServerAnswer {
        let headers = headers + [("ETag", tag), ("Cache-Control", caching)]
        let known = (request.header("if-none-match") ?? "").split(separator: ",").map { $0.trimmingSpaces() }
        if known.contains(where: { $0 == tag || $0 == "W/\(tag)" || $0 == "*" }) {
            return ServerAnswer(status: 304, headers: headers)
        }
        return ServerAnswer(status: 200, headers: [("Content-Type", mediaType)] + headers, body: bytes)
    }
}

/// Stores the documents about the server, each from its first request on.
package final class DocumentShelf: Sendable {
    private let documents = Mutex<[String: ShelvedDocument]>([:])

    package init() {}

    package func document(_ name: String, make: () -> ShelvedDocument) -> ShelvedDocument {
        documents.withLock { documents in
            if let known = documents[name] { return known }
            let made = make()
            documents[name] = made
            return made
        }
    }
}
