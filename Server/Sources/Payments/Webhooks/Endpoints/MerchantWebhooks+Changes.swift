public import ChaveBase
public import ChavePixModel
public import PaymentsModel

extension MerchantWebhooks {
    /// `PATCH /webhooks/{id}/`: changes an endpoint; omitted members do not change, and `null` removes a value.
    public func update(
        _ id: WebhookID,
        _ request: UpdateWebhookRequest,
        by caller: Caller
    ) async throws(APIFailure) -> WebhookResource {
        var endpoint = try await stored(id, for: caller)
        let now = world.now()
        let url = try request.url.map { text throws(APIFailure) in try checked(text) }
        let bearer = try bearer(after: request, of: endpoint, at: url)
        endpoint.change(request, url: url?.normalised ?? endpoint.url, bearer: bearer, at: now)
        try await store(&endpoint)
        return endpoint.resource(secret: nil, at: now)
    }

    /// The bearer token after a change; a token belongs to one server, so a new URL does not send it to another server.
    private func bearer(
        after request: UpdateWebhookRequest,
        of endpoint: WebhookEndpoint,
        at url: WebhookURL?
    ) throws(APIFailure) -> SealedSecret? {
        switch request.bearerToken {
        case .set(let token): return try sealed(Array(token.utf8), WebhookEndpoint.bearerField(endpoint.id))
        case .removed: return nil
        case .unchanged:
            guard let url, endpoint.bearer != nil else { return endpoint.bearer }
            // The rules at registration do not matter: only the origin is compared.
            let known = try? WebhookURL(endpoint.url, rules: .sandbox)
            guard known?.origin == url.origin else {
                throw .field(
                    .required,
                    "bearer_token",
                    "The new url is of another server. Send the bearer_token that belongs there, or null for none."
                )
            }
            return endpoint.bearer
        }
    }

    /// `POST /webhooks/{id}/rotate-secret/`: makes a new secret.
    ///
    /// The response is not stored for a replay; a caller that lost it rotates again.
    public func rotateSecret(
        _ id: WebhookID,
        _ request: RotateWebhookSecretRequest,
        by caller: Caller
    ) async throws(APIFailure) -> WebhookResource {
        var endpoint = try await stored(id, for: caller)
        let now = world.now()
        let secret = WebhookSecret.make(randomBytes: world.randomBytes)
        endpoint.rotate(
            to: try sealed(secret.bytes, WebhookEndpoint.secretField(id)),
            overlapSeconds: request.overlapSeconds ?? WebhookEndpoint.rotationSeconds,
            at: now
        )
        endpoint.updatedAt = max(now, endpoint.updatedAt)
        try await store(&endpoint)
        return endpoint.resource(secret: secret, at: now)
    }
}

extension WebhookEndpoint {
    fileprivate mutating func change(
        _ request: UpdateWebhookRequest,
        url: String,
        bearer: SealedSecret?,
        at now: Timestamp
    ) {
        self.url = url
        if let events = request.events { self.events = events.isEmpty ? nil : Array(Set(events)).sorted() }
        switch request.description {
        case .unchanged: break
        case .removed: description = nil
        case .set(let text): description = text
        }
        self.bearer = bearer
        switch request.enabled {
        case true? where !isEnabled: standing = .enabled
        case false? where isEnabled: standing = .disabled(.byMerchant, at: now)
        case true?, false?, nil: break
        }
        updatedAt = max(now, updatedAt)
    }
}
