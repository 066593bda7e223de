import ChaveBase
package import Pages

/// The sites of this server, each at its mount path, and the files that all their pages load.
package struct PageMounts: PageHandler {
    package struct Mount: Sendable {
        package let path: String
        package let site: any PageSite
        /// The last path segment of a page that the server holds until something changes.
        package let held: String?
        /// The last path segments of forms that carry a passkey's response: their holders wait, so they go first.
        package let approvals: Set<String>
        /// Whether a page at a path below the mount stores something for an unknown visitor.
        package let opens: @Sendable (_ rest: String) -> Bool

        package init(
            _ path: String,
            _ site: any PageSite,
            held: String? = nil,
            approvals: Set<String> = [],
            opens: @escaping @Sendable (_ rest: String) -> Bool = { _ in false }
        ) {
            self.path = path
            self.site = site
            self.held = held
            self.approvals = approvals
            self.opens = opens
        }

        /// The path below the mount; `nil` when the path is not part of the site.
        package func rest(of path: String) -> String? {
            guard path.utf8.starts(with: self.path.utf8) else { return nil }
            let rest = path.dropFirst(self.path.count)
            return rest.isEmpty || rest.first == "/" ? String(rest) : nil
        }

        package func claim(_ method: String, _ rest: String) -> PageClaim {
            let last = rest.split(separator: "/").last.map(String.init) ?? ""
            if let held, method == "GET", last == held { return PageClaim(route: "\(path)/…/\(held)", kind: .waiting) }
            guard method != "GET" else { return PageClaim(route: path, kind: .read, opens: opens(rest)) }
            return PageClaim(route: path, kind: approvals.contains(last) ? .approval : .write)
        }
    }

    private let mounts: [Mount]

    package init(_ mounts: [Mount]) { self.mounts = mounts }

    package func claim(of request: ServerRequest) -> PageClaim? {
        if asset(of: request) != nil { return PageClaim(route: PageAsset.directory, kind: .read) }
        for mount in mounts {
            if let rest = mount.rest(of: request.path) { return mount.claim(request.method, rest) }
        }
        return nil
    }

    private func asset(of request: ServerRequest) -> PageAsset? {
        PageAsset.allCases.first { $0.path == request.path }
    }

    package func answer(_ request: ServerRequest) async -> ServerAnswer {
        if let asset = asset(of: request) {
            return ServerAnswer(request.method == "GET" ? asset.response : .methodNotAllowed("GET"))
        }
        for mount in mounts {
            guard let rest = mount.rest(of: request.path) else { continue }
            guard case .bytes(let body) = request.body else {
                return ServerAnswer(status: 413)
            }
            let form = String(decoding: body, as: UTF8.self)
            let page = PageRequest(
                method: request.method,
                path: rest,
                rawQuery: request.query,
                query: PageFields.decode(request.query),
                form: PageFields.decode(form),
                rawForm: form,
                cookies: PageFields.cookies(request.header("cookie") ?? ""),
                acceptLanguage: request.list("accept-language"),
                lastEventID: request.header("last-event-id"),
                userAgent: request.header("user-agent"),
                clientAddress: request.client
            )
            return ServerAnswer(await mount.site.respond(to: page))
        }
        return ServerAnswer(status: 404)
    }
}

extension ServerAnswer {
    package init(_ page: PageResponse) {
        self.init(status: page.status, headers: page.headers.map { ($0.name, $0.value) }, body: page.body)
    }
}
