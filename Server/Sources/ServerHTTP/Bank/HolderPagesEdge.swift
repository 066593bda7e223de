import PaymentsCore
package import SandboxBank

/// Mounts the sandbox bank's pages.
package struct HolderPagesEdge: HolderPageHandler {
    private let pages: HolderPages
    private let mountPath: String

    package init(pages: HolderPages, mountPath: String) {
        self.pages = pages
        self.mountPath = mountPath
    }

    package func answer(_ request: ServerRequest) async -> ServerAnswer? {
        guard request.path == mountPath || request.path.hasPrefix("\(mountPath)/") else { return nil }
        guard case .bytes(let body) = request.body else { return ServerAnswer(status: 413) }
        let page = await pages.respond(
            to: HolderPageRequest(
                method: request.method,
                path: String(request.path.dropFirst(mountPath.count)),
                query: PageFields.decode(request.query),
                form: PageFields.decode(String(decoding: body, as: UTF8.self)),
                cookies: PageFields.cookies(request.header("cookie") ?? ""),
                acceptLanguage: request.header("accept-language")
            )
        )
        return ServerAnswer(
            status: page.status,
            headers: page.headers.map { ($0.name, $0.value) },
            body: page.body
        )
    }
}

/// What a browser sends: queries, forms and cookies.
///
/// Of a name that stands twice, the first counts.
enum PageFields {
    /// `application/x-www-form-urlencoded`; what is not decodable is left out.
    static func decode(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&").prefix(100) {
            guard let item = try? QueryParameters(String(part)), let name = item.names.first, fields[name] == nil else {
                continue
            }
            fields[name] = item[name]
        }
        return fields
    }

    /// RFC 6265, section 4.2.
    static func cookies(_ header: String) -> [String: String] {
        var cookies: [String: String] = [:]
        for part in header.split(separator: ";").prefix(100) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2 else { continue }
            let name = pieces[0].trimmingSpaces()
            if cookies[name] == nil { cookies[name] = pieces[1].trimmingSpaces() }
        }
        return cookies
    }
}
