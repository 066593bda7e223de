public import ChaveBase
public import ChavePixModel
public import PaymentsCore

extension MerchantWebhooks {
    /// `PATCH /webhooks/{id}/`: what is left out stays, `null` removes.
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

    /// A token was given for one server: it goes to no other one because the URL changed.
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
            // Whatever it was registered under: only where it leads is compared.
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

    /// `POST /webhooks/{id}/rotate-secret/`: not kept for a repetition; whoever lost the answer rotates again.
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
