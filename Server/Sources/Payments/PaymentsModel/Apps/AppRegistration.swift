public import ChaveBase
public import ChavePixModel

/// The rules for the app of a request, beside the format of its fields.
///
/// An association file applies to the whole host that serves it, and this host serves many organisations. Therefore
/// each organisation has its own folder on the host. No app can open another organisation's links or the server's own
/// pages (docs/decisions/0012).
package struct AppRegistration {
    package let organisation: OrganisationID
    /// The host of this server's public address, in lower case.
    package let serverHost: String?

    package init(organisation: OrganisationID, serverHost: String?) {
        self.organisation = organisation
        self.serverHost = serverHost
    }

    /// Checks the request and reports the first field that is wrong.
    package func check(_ request: CreateAppRequest) throws(APIFailure) {
        try checkIdentifier(request)
        for (index, url) in request.callbackURLs.enumerated() {
            let field = "callback_urls.\(index)"
            if isOnServer(url), !isInOwnFolder(url) {
                throw .field(
                    .invalid,
                    field,
                    "On this server's own host use a plain path below \(CallbackFolder.path(of: organisation))."
                )
            }
        }
    }

    private func checkIdentifier(_ request: CreateAppRequest) throws(APIFailure) {
        if request.platform == .ios, !AppIdentifier.isTeamAndBundle(request.appID) {
            throw .field(.invalid, "app_id", "Send an iOS app's id as TEAM_ID.BUNDLE_ID.")
        }
        if request.platform == .ios, !request.certificateFingerprints.isEmpty {
            throw .field(.invalid, "sha256_cert_fingerprints", "Only Android apps have certificate fingerprints.")
        }
    }

    /// The host of a server's public address, in lower case; `nil` when an app cannot be associated with the address.
    package static func host(of baseURL: String) -> String? { CallbackURL(baseURL, rules: .sandbox)?.host }

    /// Whether the URL is an https link to this server, which an app can be associated with.
    package func isOnServer(_ url: CallbackURL) -> Bool {
        url.scheme == "https" && url.host != nil && url.host == serverHost
    }

    /// Whether the path is in the organisation's folder, and is plain.
    ///
    /// Segments contain letters, digits, `-`, `_` and `.`, are not empty and do not start with `.`. Browsers and
    /// patterns all read such a path in the same way.
    package func isInOwnFolder(_ url: CallbackURL) -> Bool {
        let path = url.path
        let folder = CallbackFolder.path(of: organisation)
        guard path.utf8.starts(with: folder.utf8), path.utf8.count > folder.utf8.count else { return false }
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.allSatisfy { segment in
            !segment.isEmpty && segment.first != UInt8(ascii: ".")
                && segment.allSatisfy { isPlain($0) }
        }
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension CallbackURL {
    /// The path of a web address without query and fragment; `/` when the address has no path.
    package var path: String {
        let hierarchy = text.utf8.dropFirst(scheme.utf8.count + "://".utf8.count).prefix { !"?#".utf8.contains($0) }
        let path = hierarchy.drop { $0 != UInt8(ascii: "/") }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }
}

/// The folder of an organisation's callback URLs on this server's own host.
package enum CallbackFolder {
    package static func path(of organisation: OrganisationID) -> String { "/callbacks/\(organisation.text)/" }
}

/// The storage of the currently registered apps of organisations.
public protocol RegisteredAppsStore: Sendable {
    func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp?
    func apps(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<RegisteredApp>
    /// Whether an app of the organisation has this callback URL, byte by byte.
    func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool
    /// The apps of all organisations, oldest first, for the files that associate apps with this server.
    func registeredApps() async throws(StorageFault) -> [RegisteredApp]
}
