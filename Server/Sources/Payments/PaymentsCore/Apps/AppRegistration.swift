import ChaveBase
import ChavePixModel

/// What the app of a request must be, beside the form of its fields.
///
/// An association file speaks for the whole host that serves it, and this host serves many organisations: on it each has
/// a folder of its own, so that none can have another's links, or the server's own pages, opened in its app
/// (docs/decisions/0012).
struct AppRegistration {
    let organisation: OrganisationID
    /// The host of this server's public address, in lower case.
    let serverHost: String?

    /// Refuses with the first field that is wrong.
    func check(_ request: CreateAppRequest) throws(APIFailure) {
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

    /// Of a server's public address, in lower case; `nil` where it has none that an app can be associated with.
    static func host(of baseURL: String) -> String? { CallbackURL(baseURL, rules: .sandbox)?.host }

    /// Whether it is an https link to this server: what an app can be associated with.
    func isOnServer(_ url: CallbackURL) -> Bool { url.scheme == "https" && url.host != nil && url.host == serverHost }

    /// Letters, digits, `-`, `_` and single points between slashes: nothing that a browser or a pattern reads otherwise.
    func isInOwnFolder(_ url: CallbackURL) -> Bool {
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
    /// The path of a web address without query and fragment; `/` where there is none.
    var path: String {
        let hierarchy = text.utf8.dropFirst(scheme.utf8.count + "://".utf8.count).prefix { !"?#".utf8.contains($0) }
        let path = hierarchy.drop { $0 != UInt8(ascii: "/") }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }
}

/// Where an organisation's callback URLs stand on this server's own host.
enum CallbackFolder {
    static func path(of organisation: OrganisationID) -> String { "/callbacks/\(organisation.text)/" }
}
