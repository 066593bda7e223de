import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

/// The two files that associate apps with this server's host.
///
/// Apple's file is documented under "Supporting associated domains", Google's file under "Digital Asset Links".
struct AppAssociation {
    private let apps: [RegisteredApp]
    private let serverHost: String?

    /// Creates the files: `apps` are the apps of all organisations; `baseURL` is this server's public address.
    init(apps: [RegisteredApp], baseURL: String) {
        self.apps = apps
        serverHost = AppRegistration.host(of: baseURL)
    }

    /// The content of `apple-app-site-association`.
    ///
    /// Every iOS app may use this host's passkeys. Links open in the app that has them as callback URLs.
    var apple: JSONValue {
        let ios = apps.filter { $0.platform == .ios }
        var links: [String: [String]] = [:]
        for app in ios { links[app.appID, default: []] += paths(of: app) }
        let details = links.keys.sorted().compactMap { appID -> JSONValue? in
            let paths = Set(links[appID] ?? []).sorted()
            guard !paths.isEmpty else { return nil }
            return ["appIDs": [.string(appID)], "components": .array(paths.map { ["/": .string($0)] })]
        }
        let credentials = Set(ios.map(\.appID)).sorted()
        return [
            "applinks": ["details": .array(details)],
            "webcredentials": ["apps": .array(credentials.map(JSONValue.string))],
        ]
    }

    /// The content of `assetlinks.json`: one statement for each Android app with a known certificate, by organisation.
    ///
    /// An organisation that claims another's package name can only list its own certificates and paths. Android 15 and
    /// later use only the listed paths. Earlier versions use the paths in the app's own manifest.
    var android: JSONValue {
        let android = apps.filter { $0.platform == .android && !$0.certificateFingerprints.isEmpty }
        // The store keeps one entry at most for an organisation and a package.
        let statements = android.sorted { ($0.appID, $0.organisation.text) < ($1.appID, $1.organisation.text) }
            .map { app in
                AppAssociation.statement(
                    app.appID,
                    Set(app.certificateFingerprints).sorted(),
                    Set(paths(of: app)).sorted()
                )
            }
        return .array(statements)
    }

    private static let credentialsRelation = "delegate_permission/common.get_login_creds"
    private static let linksRelation = "delegate_permission/common.handle_all_urls"

    private static func statement(_ package: String, _ fingerprints: [String], _ paths: [String]) -> JSONValue {
        var statement = JSONObject()
        let relations = paths.isEmpty ? [credentialsRelation] : [credentialsRelation, linksRelation]
        statement["relation"] = .array(relations.map(JSONValue.string))
        statement["target"] = [
            "namespace": "android_app", "package_name": .string(package),
            "sha256_cert_fingerprints": .array(fingerprints.map(JSONValue.string)),
        ]
        if !paths.isEmpty {
            var extensions = JSONObject()
            extensions[linksRelation] = [
                "dynamic_app_link_components": .array(paths.map { ["/": .string($0)] })
            ]
            statement["relation_extensions"] = .object(extensions)
        }
        return .object(statement)
    }

    private func paths(of app: RegisteredApp) -> [String] {
        // The server's host may have changed after the app's registration, so the folder is checked here too.
        let registration = AppRegistration(organisation: app.organisation, serverHost: serverHost)
        return app.callbackURLs.compactMap { CallbackURL($0) }
            .filter { registration.isOnServer($0) && registration.isInOwnFolder($0) }
            .map(\.path)
    }
}
