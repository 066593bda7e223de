package import Pages

/// The sites of this server, each at its place, and what all their pages load.
package struct PageMounts: PageHandler {
    package struct Mount: Sendable {
        let path: String
        let site: any PageSite
        /// The last part of a path whose answer is held until something changes.
        let held: String?

        package init(_ path: String, _ site: any PageSite, held: String? = nil) {
            self.path = path
            self.site = site
            self.held = held
        }

        /// What stands below the mount; `nil` when the path is none of the site's.
        func rest(of path: String) -> String? {
            guard path.utf8.starts(with: self.path.utf8) else { return nil }
            let rest = path.dropFirst(self.path.count)
            return rest.isEmpty || rest.first == "/" ? String(rest) : nil
        }
    }

    private let mounts: [Mount]

    package init(_ mounts: [Mount]) { self.mounts = mounts }

    package func answer(_ request: ServerRequest) async -> PageAnswer? {
        if let asset = PageAsset.allCases.first(where: { $0.path == request.path }) {
            let response = request.method == "GET" ? asset.response : .methodNotAllowed("GET")
            return PageAnswer(ServerAnswer(response), route: PageAsset.directory)
        }
        for mount in mounts {
            guard let rest = mount.rest(of: request.path) else { continue }
            guard case .bytes(let body) = request.body else {
                return PageAnswer(ServerAnswer(status: 413), route: mount.path)
            }
            let page = PageRequest(
                method: request.method,
                path: rest,
                rawQuery: request.query,
                query: PageFields.decode(request.query),
                form: PageFields.decode(String(decoding: body, as: UTF8.self)),
                cookies: PageFields.cookies(request.header("cookie") ?? ""),
                acceptLanguage: request.header("accept-language")
            )
            let isHeld = mount.held != nil && page.segments.last == mount.held
            return PageAnswer(
                ServerAnswer(await mount.site.respond(to: page)),
                route: isHeld ? "\(mount.path)/…/\(mount.held ?? "")" : mount.path,
                isHeld: isHeld
            )
        }
        return nil
    }
}

extension ServerAnswer {
    init(_ page: PageResponse) {
        self.init(status: page.status, headers: page.headers.map { ($0.name, $0.value) }, body: page.body)
    }
}
