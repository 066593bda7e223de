public import ChavePixModel

/// The apps of organisations, as far as they are registered now.
public protocol RegisteredAppsStore: Sendable {
    func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp?
    func apps(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<RegisteredApp>
    /// Whether an app of the organisation has this callback URL, byte by byte.
    func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool
    /// Of all organisations, oldest first: for the files that associate apps with this server.
    func registeredApps() async throws(StorageFault) -> [RegisteredApp]
}
