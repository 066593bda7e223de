public import ChaveBase
public import ChavePixModel
import Hashing

/// An app of an organisation, and the URLs to which banks may send people back to it.
///
/// The registration never changes. After its removal, it remains only for its audit chain.
public struct RegisteredApp: Hashable, Sendable, Codable {
    public let id: AppID
    public let organisation: OrganisationID
    public let createdAt: Timestamp
    public let platform: DevicePlatform
    /// `TEAM_ID.BUNDLE_ID` for iOS, the package name for Android.
    public let appID: String
    /// The URLs as received; they are compared byte by byte.
    public let callbackURLs: [String]
    /// SHA-256 of an Android app's signing certificates, in upper case.
    public let certificateFingerprints: [String]
    public private(set) var removedAt: Timestamp?
    public private(set) var version: Int64
    public private(set) var auditHead: Digest

    public init(
        id: AppID,
        organisation: OrganisationID,
        createdAt: Timestamp,
        platform: DevicePlatform,
        appID: String,
        callbackURLs: [String],
        certificateFingerprints: [String] = []
    ) {
        self.id = id
        self.organisation = organisation
        self.createdAt = createdAt
        self.platform = platform
        self.appID = appID
        self.callbackURLs = callbackURLs
        self.certificateFingerprints = certificateFingerprints
        version = 0
        auditHead = Digest(ofText: "app/\(id.text)")
    }

    /// The next version, chained to this one.
    fileprivate mutating func advance(at now: Timestamp, actor: String, action: String) -> AuditEntry {
        version += 1
        let facts = [platform.rawValue, appID] + callbackURLs + certificateFingerprints
        let entry = AuditEntry(
            organisation: organisation,
            object: .app(id),
            version: version,
            at: now,
            actor: actor,
            action: action,
            contentDigest: Digest(ofTexts: facts),
            previous: auditHead
        )
        auditHead = entry.hash
        return entry
    }
}

extension RegisteredApp {
    /// The largest number of apps that an organisation may have at a time.
    ///
    /// The limit keeps the public association files of this host small.
    public static let largestCount = 100

    package static let tooMany = "An organisation has \(largestCount) apps at most. Delete one first."
}

extension Change {
    /// Registers an app, with its audit row.
    public mutating func insert(_ app: RegisteredApp, actor: String) {
        var app = app
        audit.append(app.advance(at: app.createdAt, actor: actor, action: "registered"))
        writes.append(.insertApp(app))
    }

    /// Ends an app's registration, with its audit row; refused when another caller has already ended it.
    public mutating func remove(_ app: RegisteredApp, at now: Timestamp, actor: String) {
        var app = app
        audit.append(app.advance(at: now, actor: actor, action: "removed"))
        app.end(at: now)
        writes.append(.removeApp(app))
    }
}

extension RegisteredApp {
    fileprivate mutating func end(at now: Timestamp) { removedAt = now }
}
