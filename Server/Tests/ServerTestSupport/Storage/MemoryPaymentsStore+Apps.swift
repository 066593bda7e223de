public import ChavePixModel
public import PaymentsModel

extension MemoryPaymentsStore {
    public func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp? {
        current { $0.id == id && $0.organisation == organisation }.first
    }

    public func apps(
        page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<RegisteredApp> {
        Page(of: current { $0.organisation == organisation }, page) { $0.id.ofAnyKind }
    }

    public func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        current { $0.organisation == organisation }.contains { app in
            app.callbackURLs.contains { $0.utf8.elementsEqual(url.utf8) }
        }
    }

    public func registeredApps() async throws(StorageFault) -> [RegisteredApp] {
        current { _ in true }.sorted { $0.id < $1.id }
    }

    private func current(where isWanted: (RegisteredApp) -> Bool) -> [RegisteredApp] {
        read { $0.apps.values.filter { $0.removedAt == nil && isWanted($0) } }
    }
}

extension MemoryTables {
    mutating func insert(_ app: RegisteredApp) throws(CommitFailure) {
        guard apps[app.id] == nil else { throw .taken(.identifier) }
        let registered = apps.values.count { $0.organisation == app.organisation && $0.removedAt == nil }
        guard registered < RegisteredApp.largestCount else { throw .conflict }
        let isTaken = apps.values.contains {
            $0.organisation == app.organisation && $0.platform == app.platform && $0.appID == app.appID
                && $0.removedAt == nil
        }
        if isTaken { throw .taken(.app) }
        guard organisations[app.organisation] != nil else {
            throw .fault(StorageFault(underlying: MissingParent()))
        }
        apps[app.id] = app
    }

    mutating func remove(_ app: RegisteredApp) throws(CommitFailure) {
        guard let stored = apps[app.id], stored.organisation == app.organisation, stored.removedAt == nil else {
            throw .conflict
        }
        apps[app.id] = app
    }
}
