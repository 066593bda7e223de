public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

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
        guard directory.lists(request.institution) else {
            throw .field(
                .doesNotExist,
                "institution",
                "There is no such institution. List them with GET /institutions/."
            )
        }
        if policy.needsReceiversAccount, case .pixKey = request.details {
            throw .field(
                .invalid,
                "details.pix_key",
                "Banks want the receiver's account: send account_type, agency and number in place of pix_key."
            )
        }
        let account = try unseal { () throws(SealingError) in try self.account(request, by: caller) }
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

    /// `PATCH /bank-accounts/{id}/`: changes only `active`.
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

    private func account(
        _ request: CreateBankAccountRequest,
        by caller: Caller
    ) throws(SealingError) -> BankAccount {
        let id: BankAccountID = world.newID()
        let now = world.now()
        return BankAccount(
            id: id,
            organisation: caller.organisation,
            createdBy: caller.apiKey,
            createdAt: now,
            updatedAt: now,
            isActive: true,
            institution: request.institution,
            particulars: try seal(BankAccountParticulars(request), of: id)
        )
    }

    private func resource(of account: BankAccount) throws(APIFailure) -> BankAccountResource {
        let particulars = try unseal { () throws(SealingError) in try self.particulars(of: account) }
        let json: JSONValue = [
            "id": .string(account.id.text), "created_by": .string(account.createdBy.text),
            "created_at": .string(account.createdAt.rfc3339), "updated_at": .string(account.updatedAt.rfc3339),
            "institution": .string(account.institution.text), "holder": particulars.shownHolder,
            "details": particulars.details.json, "active": .bool(account.isActive),
        ]
        do throws(FieldErrors) {
            return try BankAccountResource(json: json)
        } catch {
            alert(.sealedFieldDamaged("bank account"))
            throw .unexpected
        }
    }
}
