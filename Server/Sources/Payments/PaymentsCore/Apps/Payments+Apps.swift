public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `POST /apps/`.
    public func createApp(
        _ request: CreateAppRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let record: IdempotencyRecord?
        switch try await begin(idempotency, of: organisation) {
        case .done(let answer): return answer
        case .resumed: throw .unexpected
        case .new(let new): record = new
        }
        try AppRegistration(organisation: organisation, serverHost: AppRegistration.host(of: policy.baseURL))
            .check(request)
        let app = RegisteredApp(request, id: world.newID(), of: organisation, at: world.now())
        let answer = APIAnswer(status: 201, body: app.resource.json.encoded(), customer: nil)
        var change = Change()
        change.insert(app, actor: caller.actor)
        change.idempotency = try claim(record, object: .app(app.id), answer: answer, key: nil)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            if case .taken(.app) = error {
                throw .field(.alreadyRegistered, "app_id", "This app is registered. Delete that entry first.")
            }
            if case .conflict = error { throw .conflict(RegisteredApp.tooMany) }
            throw claimFailure(error)
        }
        return answer
    }

    /// `GET /apps/{id}/`.
    public func app(_ id: AppID, for caller: Caller) async throws(APIFailure) -> AppResource {
        try await storedApp(id, for: caller).resource
    }

    /// `GET /apps/`.
    public func apps(page: PageRequest, for caller: Caller) async throws(APIFailure) -> Page<AppResource> {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.apps(page: page, of: organisation)
        }
        return found.map(\.resource)
    }

    /// `DELETE /apps/{id}/`: removes an app and responds with the removed app.
    ///
    /// Enrollments under way keep their callback URL; new enrollments cannot use it any more.
    public func deleteApp(_ id: AppID, by caller: Caller) async throws(APIFailure) -> AppResource {
        let app = try await storedApp(id, for: caller)
        var change = Change()
        change.remove(app, at: world.now(), actor: caller.actor)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            // Another caller removed the app first.
            if case .conflict = error { throw .notFound }
            throw failure(error)
        }
        return app.resource
    }

    /// The files that this server publishes about the apps of all organisations.
    public func associationFiles() async throws(APIFailure) -> AssociationFiles {
        try await associations.files(at: world.uptimeMilliseconds()) { () async throws(APIFailure) in
            let apps = try await read { () async throws(StorageFault) in try await self.store.registeredApps() }
            return AssociationFiles(AppAssociation(apps: apps, baseURL: policy.baseURL))
        }
    }

    /// Requires a permitted callback URL: any URL under `--sandbox`, otherwise exactly one that the organisation
    /// registered.
    func requireCallbackURL(_ url: CallbackURL, of organisation: OrganisationID) async throws(APIFailure) {
        if policy.isSandbox { return }
        let isKnown = try await read { () async throws(StorageFault) in
            try await self.store.hasCallbackURL(url.text, of: organisation)
        }
        guard isKnown else {
            throw .field(
                .invalid,
                "details.callback_url",
                "Register this callback URL for one of your apps first, with POST /apps/."
            )
        }
    }

    private func storedApp(_ id: AppID, for caller: Caller) async throws(APIFailure) -> RegisteredApp {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.app(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }
}

extension RegisteredApp {
    init(_ request: CreateAppRequest, id: AppID, of organisation: OrganisationID, at now: Timestamp) {
        self.init(
            id: id,
            organisation: organisation,
            createdAt: now,
            platform: request.platform,
            appID: request.appID,
            callbackURLs: request.callbackURLs.map(\.text).onceEach,
            certificateFingerprints: request.certificateFingerprints
        )
    }

    /// The app as responses show it.
    public var resource: AppResource {
        AppResource(
            id: id,
            createdAt: createdAt,
            platform: platform,
            appID: appID,
            callbackURLs: callbackURLs,
            certificateFingerprints: certificateFingerprints
        )
    }
}

extension [String] {
    /// Each text once, compared by bytes, at its first position.
    fileprivate var onceEach: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert([UInt8]($0.utf8)).inserted }
    }
}
