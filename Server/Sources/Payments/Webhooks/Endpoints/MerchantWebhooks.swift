public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The webhook operations of a merchant, without HTTP (Payments API, sections 3 and 7).
public struct MerchantWebhooks: Sendable {
    let store: any WebhookStore
    let fieldKey: FieldKey
    let world: World
    let rules: WebhookURL.Rules
    /// Receives the reports that an operator must see.
    let alert: @Sendable (DeliveryReport) -> Void

    /// The largest number of an organisation's endpoints.
    public static let mostEndpoints = 20

    public init(
        store: any WebhookStore,
        fieldKey: FieldKey,
        world: World,
        rules: WebhookURL.Rules,
        alert: @escaping @Sendable (DeliveryReport) -> Void
    ) {
        self.store = store
        self.fieldKey = fieldKey
        self.world = world
        self.rules = rules
        self.alert = alert
    }

    /// `POST /webhooks/`: makes an endpoint.
    ///
    /// Only this response shows the secret, so it is not stored for a replay. The URL is unique in an organisation, so
    /// a retry does not make a second endpoint.
    public func create(_ request: CreateWebhookRequest, by caller: Caller) async throws(APIFailure) -> WebhookResource {
        let organisation = try merchant(caller)
        let id: WebhookID = world.newID()
        let secret = WebhookSecret.make(randomBytes: world.randomBytes)
        let endpoint = WebhookEndpoint(
            id: id,
            organisation: organisation,
            createdBy: caller.apiKey,
            createdAt: world.now(),
            url: try checked(request.url).normalised,
            events: request.events.isEmpty ? nil : unique(request.events),
            description: request.description,
            secret: try sealed(secret.bytes, WebhookEndpoint.secretField(id)),
            bearer: try request.bearerToken.map { token throws(APIFailure) in
                try sealed(Array(token.utf8), WebhookEndpoint.bearerField(id))
            }
        )
        do throws(EndpointRefusal) {
            try await store.insert(endpoint, atMost: MerchantWebhooks.mostEndpoints)
        } catch {
            throw failure(error)
        }
        return endpoint.resource(secret: secret, at: world.now())
    }

    public func list(_ page: PageRequest, for caller: Caller) async throws(APIFailure) -> Page<WebhookResource> {
        let organisation = try merchant(caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.endpoints(page, of: organisation)
        }
        let now = world.now()
        return found.map { $0.resource(secret: nil, at: now) }
    }

    public func one(_ id: WebhookID, for caller: Caller) async throws(APIFailure) -> WebhookResource {
        try await stored(id, for: caller).resource(secret: nil, at: world.now())
    }

    /// `DELETE /webhooks/{id}/`: deletes an endpoint; nothing is sent to it any more, and its deliveries are not shown.
    public func delete(_ id: WebhookID, by caller: Caller) async throws(APIFailure) {
        let organisation = try merchant(caller)
        let isGone = try await read { () async throws(StorageFault) in
            try await self.store.delete(id, of: organisation)
        }
        guard isGone else { throw .notFound }
    }

    func stored(_ id: WebhookID, for caller: Caller) async throws(APIFailure) -> WebhookEndpoint {
        let organisation = try merchant(caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.endpoint(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }

    func store(_ endpoint: inout WebhookEndpoint) async throws(APIFailure) {
        endpoint.version += 1
        do throws(EndpointRefusal) {
            try await store.update(endpoint)
        } catch {
            throw failure(error)
        }
    }

    /// Requires a merchant's server; device tokens have no access to webhooks.
    func merchant(_ caller: Caller) throws(APIFailure) -> OrganisationID {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        return organisation
    }

    func read<Value: Sendable>(_ body: () async throws(StorageFault) -> Value) async throws(APIFailure) -> Value {
        do throws(StorageFault) {
            return try await body()
        } catch {
            throw unavailable(error)
        }
    }

    /// Stores a change together with the response to its request.
    func write<Value: Sendable>(_ body: () async throws(CommitFailure) -> Value) async throws(APIFailure) -> Value {
        do throws(CommitFailure) {
            return try await body()
        } catch {
            switch error {
            case .taken(.idempotencyKey): throw .idempotencyInProgress
            case .conflict, .taken: throw .unexpected
            case .fault(let fault): throw unavailable(fault)
            }
        }
    }

    func checked(_ text: String) throws(APIFailure) -> WebhookURL {
        do throws(WebhookURL.Refusal) {
            return try WebhookURL(text, rules: rules)
        } catch {
            throw .field(.invalid, "url", error.advice)
        }
    }

    func sealed(_ bytes: [UInt8], _ field: String) throws(APIFailure) -> SealedSecret {
        do throws(SealingError) {
            return try fieldKey.sealSecret(bytes, field: field, randomBytes: world.randomBytes)
        } catch {
            throw .unexpected
        }
    }

    private func unique(_ events: [String]) -> [String] { Array(Set(events)).sorted() }

    private func failure(_ refusal: EndpointRefusal) -> APIFailure {
        switch refusal {
        case .urlTaken:
            return .field(
                .alreadyRegistered,
                "url",
                "This URL is registered already. Rotate its secret if you lost it."
            )
        case .tooMany:
            return .conflict("There are \(MerchantWebhooks.mostEndpoints) endpoints already. Delete one first.")
        case .conflict: return .conflict("The endpoint changed at the same time. Read it and decide again.")
        case .fault(let fault): return unavailable(fault)
        }
    }

    /// A 503 with an alert, unless the caller went away.
    private func unavailable(_ fault: StorageFault) -> APIFailure {
        if !fault.isAbandoned { alert(.storageFailed(fault)) }
        return .storageUnavailable
    }
}
