public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The administration of apps for `chave apps`.
extension Administration {
    /// Why an app cannot be registered or removed.
    public enum AppRefusal: Error, Hashable, Sendable {
        case noSuchApp
        case alreadyRegistered
        /// The message with which the API would refuse the request, without field names.
        case invalid(String)
    }

    /// Registers an app.
    ///
    /// On the host of `baseURL`, the server's public address, each organisation has its own folder.
    public func addApp(
        _ request: CreateAppRequest,
        for organisation: OrganisationID,
        baseURL: String?
    ) async throws -> RegisteredApp {
        guard try await store.organisation(organisation) != nil else { throw Refusal.noSuchOrganisation }
        do throws(APIFailure) {
            try AppRegistration(organisation: organisation, serverHost: baseURL.flatMap(AppRegistration.host))
                .check(request)
        } catch {
            throw AppRefusal.invalid(error.items.map(\.message).joined(separator: " "))
        }
        let app = RegisteredApp(request, id: world.newID(), of: organisation, at: world.now())
        var change = Change()
        change.insert(app, actor: "operator")
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            if case .taken(.app) = error { throw AppRefusal.alreadyRegistered }
            if case .conflict = error { throw AppRefusal.invalid(RegisteredApp.tooMany) }
            throw error
        }
        return app
    }

    /// The apps of one organisation, or of all organisations; newest first.
    public func apps(of organisation: OrganisationID?) async throws -> [RegisteredApp] {
        try await store.registeredApps().filter { organisation == nil || $0.organisation == organisation }.reversed()
    }

    public func removeApp(_ id: AppID) async throws {
        guard let app = try await store.registeredApps().first(where: { $0.id == id }) else {
            throw AppRefusal.noSuchApp
        }
        var change = Change()
        change.remove(app, at: world.now(), actor: "operator")
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            if case .conflict = error { throw AppRefusal.noSuchApp }
            throw error
        }
    }
}
