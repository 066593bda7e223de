public import ChaveBase
public import ChavePixModel
public import PaymentsModel

extension Payments {
    /// `POST /payments/api/widget-token/`: a token pair for an app, optionally bound to one customer.
    public func issueTokens(
        _ request: WidgetTokenRequest,
        for caller: Caller
    ) async throws(APIFailure) -> TokenPair {
        guard case .merchant(let organisation, let apiKey) = caller else { throw .permissionDenied }
        let bound = request.customer.map { unveiled($0, of: organisation) }
        if let customer = bound {
            guard
                try await read({ () async throws(StorageFault) in
                    try await self.store.customer(customer, of: organisation).flatMap { $0.erasure == nil ? $0 : nil }
                }) != nil
            else { throw .field(.doesNotExist, "customer", "There is no such customer. Create it first.") }
        }
        let now = world.now()
        let family = TokenFamily(
            id: Base64URL.encode(world.randomBytes(16)),
            organisation: organisation,
            apiKey: apiKey,
            customer: bound,
            createdAt: now,
            expiresAt: now.adding(seconds: AccessTokens.familySeconds),
            current: newPair(at: now)
        )
        var change = Change()
        change.writes.append(.insertTokenFamily(family))
        try await commitOrFail(change)
        return try tokens.pair(of: family, at: now)
    }

    /// `POST /payments/api/widget-token/refresh/`: a refresh token works once.
    ///
    /// When its response was lost, the same device may repeat the request within 30 s and gets the same pair, signed
    /// anew. Any other second use ends the family.
    public func refreshTokens(_ request: RefreshTokenRequest, device: Digest?) async throws(APIFailure) -> TokenPair {
        let now = world.now()
        let claims = try tokens.verifyRefresh(request.refresh, at: now)
        for _ in 0..<Payments.looks {
            let family = try await livingFamily(claims, at: now)
            if claims.tokenID == family.current.refreshID {
                var next = family
                next.previous = .init(refreshID: claims.tokenID, spentAt: now, device: device)
                next.current = newPair(at: now)
                guard try await replace(family, by: next) else { continue }
                return try tokens.pair(of: next, at: now)
            }
            // A request without a device proves nothing about the device.
            if let spent = family.previous, spent.refreshID == claims.tokenID, let device, spent.device == device,
                now < spent.spentAt.adding(seconds: AccessTokens.graceSeconds)
            {
                return try tokens.pair(of: family, at: now)
            }
            var ended = family
            ended.isRevoked = true
            guard try await replace(family, by: ended) else { continue }
            throw .tokenNotValid
        }
        throw .conflict("The refresh token is used by many at once. Repeat the request.")
    }

    /// The device behind a bearer token and its own secret.
    public func authenticate(bearer token: String, device: Digest?) async throws(APIFailure) -> Caller {
        let now = world.now()
        let claims = try tokens.verifyAccess(token, at: now)
        guard let device else {
            throw APIFailure(
                401,
                .authenticationFailed,
                "The header Chave-Device is missing or is not 32 bytes in base64url. The SDK makes it once and sends it always."
            )
        }
        _ = try await livingFamily(claims, at: now)
        return .device(
            organisation: claims.organisation,
            apiKey: claims.apiKey,
            device: device,
            customer: claims.customer,
            family: claims.family
        )
    }

    /// The family of a token, whose key has not been revoked and whose person has not been erased.
    ///
    /// Each call reads all of them, so that a revoked key ends its tokens at once.
    private func livingFamily(_ claims: AccessTokens.Claims, at now: Timestamp) async throws(APIFailure) -> TokenFamily
    {
        let standing = try await read { () async throws(StorageFault) in
            try await self.store.standing(of: claims.apiKey, family: claims.family)
        }
        guard let key = standing.apiKey, key.revokedAt == nil else { throw .tokenNotValid }
        guard let family = standing.family, !family.isRevoked, now < family.expiresAt,
            family.organisation == claims.organisation
        else { throw .tokenNotValid }
        // An erased person has no app any more, from the time of the request for erasure.
        guard family.customer == nil || standing.hasPerson else { throw .tokenNotValid }
        return family
    }

    private func newPair(at now: Timestamp) -> TokenFamily.IssuedPair {
        .init(
            accessID: Base64URL.encode(world.randomBytes(16)),
            refreshID: Base64URL.encode(world.randomBytes(16)),
            issuedAt: now
        )
    }

    /// - Returns: `false` when another request changed the family first.
    private func replace(_ family: TokenFamily, by next: TokenFamily) async throws(APIFailure) -> Bool {
        var change = Change()
        change.writes.append(.updateTokenFamily(next, expectedRefreshID: family.current.refreshID))
        do throws(CommitFailure) {
            try await write(change)
            return true
        } catch {
            switch error {
            case .conflict: return false
            case .taken, .fault: throw .storageUnavailable
            }
        }
    }
}
