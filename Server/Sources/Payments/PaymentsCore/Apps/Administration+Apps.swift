public import ChaveBase
public import ChavePixModel

/// Apps, as `chave apps` registers them.
extension Administration {
    /// Why an app cannot be registered or removed.
    public enum AppRefusal: Error, Hashable, Sendable {
        case noSuchApp
        case alreadyRegistered
        /// What a request would be refused with, without the names of its fields.
        case invalid(String)
    }

    /// Registers an app; on the host of `baseURL`, the server's public address, each organisation has a folder of its own.
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

    /// Of one organisation, or of all; newest first.
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
