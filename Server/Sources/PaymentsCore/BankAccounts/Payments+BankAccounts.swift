public import ChavePixModel
import ChaveWire

extension Payments {
    /// `POST /bank-accounts/`.
    public func createBankAccount(
        _ request: CreateBankAccountRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        guard case .merchant = caller else { throw .permissionDenied }
        let record: IdempotencyRecord?
        switch try await begin(idempotency, of: caller.organisation) {
        case .done(let answer): return answer
        case .resumed: throw .unexpected
        case .new(let new): record = new
        }
        guard directory[request.institution] != nil else {
            throw .field(
                .doesNotExist,
                "institution",
                "There is no such institution. List them with GET /institutions/."
            )
        }
        let account = BankAccount(request, id: world.newID(), by: caller, at: world.now())
        let answer = APIAnswer(status: 201, body: try resource(of: account).json.encoded(), customer: nil)
        var change = Change()
        change.writes.append(.insertBankAccount(account))
        change.idempotency = try claim(record, object: .bankAccount(account.id), answer: answer, key: nil)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw claimFailure(error)
        }
        return answer
    }

    public func bankAccount(_ id: BankAccountID, for caller: Caller) async throws(APIFailure) -> BankAccountResource {
        try resource(of: try await storedBankAccount(id, for: caller))
    }

    public func bankAccounts(page: PageRequest, for caller: Caller) async throws(APIFailure) -> Page<
        BankAccountResource
    > {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.bankAccounts(page: page, of: organisation)
        }
        return try found.map { account throws(APIFailure) in try self.resource(of: account) }
    }

    /// `PATCH /bank-accounts/{id}/`: only `active`.
    public func updateBankAccount(
        _ id: BankAccountID,
        _ request: UpdateBankAccountRequest,
        by caller: Caller
    ) async throws(APIFailure) -> BankAccountResource {
        var account = try await storedBankAccount(id, for: caller)
        account.isActive = request.active
        account.updatedAt = max(world.now(), account.updatedAt)
        var change = Change()
        change.writes.append(.updateBankAccount(account))
        try await commitOrFail(change)
        return try resource(of: account)
    }

    private func storedBankAccount(_ id: BankAccountID, for caller: Caller) async throws(APIFailure) -> BankAccount {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.bankAccount(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }

    private func resource(of account: BankAccount) throws(APIFailure) -> BankAccountResource {
        do {
            let json: JSONValue = [
                "id": .string(account.id.text), "created_by": .string(account.createdBy.text),
                "created_at": .string(account.createdAt.rfc3339), "updated_at": .string(account.updatedAt.rfc3339),
                "institution": .string(account.institution.text),
                "holder": try JSONValue(parsing: account.holderJSON),
                "details": try JSONValue(parsing: account.detailsJSON), "active": .bool(account.isActive),
            ]
            return try BankAccountResource(json: json)
        } catch {
            alert(.sealedFieldDamaged("bank account"))
            throw .unexpected
        }
    }
}

extension BankAccount {
    init(_ request: CreateBankAccountRequest, id: BankAccountID, by caller: Caller, at now: Timestamp) {
        let route: Route
        switch request.details {
        case .account(let type, let agency, let number):
            route = .account(agency: agency, number: number, type: type.rawValue)
        case .pixKey(let key): route = .pixKey(key)
        }
        self.init(
            id: id,
            organisation: caller.organisation,
            createdBy: caller.apiKey,
            createdAt: now,
            updatedAt: now,
            isActive: true,
            institution: request.institution,
            holderName: request.holder.name,
            holderTaxID: request.holder.identifier.text,
            holderIsBusiness: request.holder.type == .business,
            holderJSON: request.holder.json(identifier: request.holder.identifier.masked).text,
            detailsJSON: request.details.json.text,
            route: route
        )
    }
}
