public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `POST /customers/`: makes a new person, or names a person that only a device has named before.
    public func createCustomer(
        _ request: CreateCustomerRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        guard case .merchant = caller else { throw .permissionDenied }
        for _ in 0..<Payments.looks {
            let record: IdempotencyRecord?
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed: throw .unexpected
            case .new(let new): record = new
            }
            let known = try await customer(identifier: request.identifier.text, of: caller.organisation)
            guard known?.isProvisional ?? true else {
                // A simultaneous copy of this request may have made the customer after this request read the key.
                if idempotency != nil, case .done(let answer) = try await begin(idempotency, of: caller.organisation) {
                    return answer
                }
                throw .field(
                    .alreadyRegistered,
                    "identifier",
                    "A customer with this identifier exists. Use that one, or PATCH it."
                )
            }
            guard let answer = try await store(request, over: known, by: caller, record) else { continue }
            return answer
        }
        throw .customerKeepsChanging
    }

    /// - Returns: `nil` when another writer made or changed the customer: read again.
    private func store(
        _ request: CreateCustomerRequest,
        over known: Customer?,
        by caller: Caller,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> APIAnswer? {
        var change = Change()
        let customer: Customer
        if let known {
            customer = try change.name(known, by: caller, action: "named", with: self) { particulars, externalID in
                particulars.take(request)
                externalID = request.externalID ?? externalID
            }
        } else {
            customer = try newCustomer(CustomerParticulars(request), externalID: request.externalID, by: caller)
            change.writes.append(.insertCustomer(customer))
        }
        let answer = APIAnswer(
            status: known == nil ? 201 : 200,
            body: try resource(of: customer).json.encoded(),
            customer: customer.id
        )
        change.idempotency = try claim(record, object: .customer(customer.id), answer: answer, key: customer)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            switch error {
            case .conflict, .taken(.customerIdentifier): return nil
            case .taken, .fault: throw claimFailure(error)
            }
        }
        return answer
    }

    /// `GET /customers/{id}/`.
    public func customer(_ id: CustomerID, for caller: Caller) async throws(APIFailure) -> Versioned<CustomerResource> {
        try versioned(try await storedCustomer(id, for: caller))
    }

    /// `PATCH /customers/{id}/`: replaces a person's data by the merchant's; the number never changes.
    public func updateCustomer(
        _ id: CustomerID,
        _ request: UpdateCustomerRequest,
        by caller: Caller
    ) async throws(APIFailure) -> Versioned<CustomerResource> {
        for _ in 0..<Payments.looks {
            let stored = try await storedCustomer(id, for: caller)
            guard stored.erasure == nil else {
                throw .conflict("The customer has been anonymised and cannot be changed any more.")
            }
            var change = Change()
            let next = try change.name(
                stored,
                by: caller,
                action: "updated",
                isName: request.name != .unchanged,
                with: self
            ) { particulars, externalID in
                particulars.take(request)
                externalID = request.externalID.applied(to: externalID)
            }
            do throws(CommitFailure) {
                try await write(change)
            } catch {
                if case .conflict = error { continue }
                throw failure(error)
            }
            return try versioned(next)
        }
        throw .customerKeepsChanging
    }

    private func versioned(_ customer: Customer) throws(APIFailure) -> Versioned<CustomerResource> {
        Versioned(resource: try resource(of: customer), version: customer.version)
    }

    /// The largest number of search words; each word costs an index look-up.
    private static let searchWords = 10

    /// `GET /customers/`: by exact identifier, external id, or words of the name.
    public func customers(
        identifier: String?,
        externalID: String?,
        search: String?,
        page: PageRequest,
        for caller: Caller
    ) async throws(APIFailure) -> Page<CustomerResource> {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        var query = CustomerQuery()
        query.page = page
        query.externalID = externalID
        if let identifier { query.identifierIndex = identifierIndex(identifier, of: organisation) }
        if let search {
            let words = Set(FoldedText.words(of: search))
            guard words.count <= Payments.searchWords else {
                throw .field(.tooLong, "search", "Search for at most \(Payments.searchWords) words.")
            }
            query.nameIndexes = words.sorted().map { nameIndex($0, of: organisation) }
            // A search text without words finds nobody, rather than everybody.
            if query.nameIndexes.isEmpty { query.nameIndexes = [nameIndex("", of: organisation)] }
        }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customers(query, of: organisation)
        }
        return try found.map { customer throws(APIFailure) in try self.resource(of: customer) }
    }

    // MARK: For other use cases

    /// The customer with that CPF or CNPJ, if there is one.
    func customer(identifier: String, of organisation: OrganisationID) async throws(APIFailure) -> Customer? {
        let index = identifierIndex(identifier, of: organisation)
        return try await read { () async throws(StorageFault) in
            try await self.store.customer(identifierIndex: index, of: organisation)
        }
    }

    /// The customer that a request names, and the writes that are stored with it.
    ///
    /// A device cannot set the merchant's external id, and its data about a person is provisional. When the merchant's
    /// server names such a person, its data replaces the device's.
    func resolve(
        _ reference: CustomerReference,
        field: String,
        by caller: Caller
    ) async throws(APIFailure) -> ResolvedCustomer {
        let lookup = lookup(reference, of: caller.organisation)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(lookup, of: caller.organisation)
        }
        return try resolve(reference, as: found, field: field, by: caller)
    }

    func lookup(_ reference: CustomerReference, of organisation: OrganisationID) -> CustomerLookup {
        switch reference {
        case .existing(let id): .id(unveiled(id, of: organisation))
        case .person(let identifier, _, _): .identifierIndex(identifierIndex(identifier.text, of: organisation))
        }
    }

    /// Resolves a customer that was read before, as `found`.
    func resolve(
        _ reference: CustomerReference,
        as found: Customer?,
        field: String,
        by caller: Caller
    ) throws(APIFailure) -> ResolvedCustomer {
        var named = (name: String?.none, externalID: String?.none)
        if case .person(let identifier, let name, let externalID) = reference {
            if caller.device != nil, externalID != nil { throw .externalIDOfDevice(field) }
            named = (name, externalID)
            guard found != nil || caller.boundCustomer != nil else {
                let particulars = CustomerParticulars(identifier: identifier, name: name)
                return ResolvedCustomer(new: try newCustomer(particulars, externalID: externalID, by: caller))
            }
        }
        guard let found, found.erasure == nil, caller.boundCustomer == nil || caller.boundCustomer == found.id else {
            throw .field(.doesNotExist, field, "There is no such customer. Create it first, or check the id.")
        }
        guard found.isProvisional, caller.device == nil, named.name != nil || named.externalID != nil else {
            return ResolvedCustomer(known: found)
        }
        return try ResolvedCustomer(
            named: found,
            by: caller,
            with: self,
            name: named.name,
            externalID: named.externalID
        )
    }

    func resource(of customer: Customer) throws(APIFailure) -> CustomerResource {
        var resource = try words(of: customer)
        resource.createdByType = customer.creatorType
        return resource
    }

    private func words(of customer: Customer) throws(APIFailure) -> CustomerResource {
        if let erasure = customer.erasure {
            return CustomerResource(
                id: customer.id,
                createdAt: customer.createdAt,
                createdBy: customer.createdBy.text,
                kind: customer.kind,
                anonymizationStatus: erasure.completedAt == nil ? .pending : .completed,
                anonymizedAt: erasure.completedAt
            )
        }
        let particulars = try unseal { () throws(SealingError) in try self.particulars(of: customer) }
        return CustomerResource(
            id: customer.id,
            createdAt: customer.createdAt,
            createdBy: customer.createdBy.text,
            identifier: particulars.identifier,
            name: particulars.name,
            email: particulars.email,
            phone: particulars.phone,
            address: particulars.address,
            externalID: customer.externalID
        )
    }

    private func newCustomer(
        _ particulars: CustomerParticulars,
        externalID: String?,
        by caller: Caller
    ) throws(APIFailure) -> Customer {
        let id: CustomerID = world.newID()
        let organisation = caller.organisation
        let (wrapped, sealed) = try unseal { () throws(SealingError) in
            let wrapped = try self.fieldKey.newCustomerKey(randomBytes: self.world.randomBytes)
            let sealed = try self.fieldKey.unwrap(wrapped)
                .seal(
                    particulars.json.encoded(),
                    field: CustomerParticulars.field(id),
                    randomBytes: self.world.randomBytes
                )
            return (wrapped, sealed)
        }
        return Customer(
            id: id,
            organisation: organisation,
            createdBy: caller.apiKey,
            createdAt: world.now(),
            externalID: externalID,
            kind: particulars.identifier.kind,
            maskedIdentifier: particulars.identifier.masked,
            identifierIndex: identifierIndex(particulars.identifier.text, of: organisation),
            nameIndexes: nameIndexes(of: particulars, in: organisation),
            key: wrapped,
            particulars: sealed,
            isProvisional: caller.device != nil
        )
    }

    func nameIndexes(of particulars: CustomerParticulars, in organisation: OrganisationID) -> [Digest] {
        FoldedText.words(of: particulars.name ?? "").map { nameIndex($0, of: organisation) }
    }

    private func identifierIndex(_ text: String, of organisation: OrganisationID) -> Digest {
        fieldKey.blindIndex(text, purpose: "customer identifier", organisation: organisation.text)
    }

    private func nameIndex(_ word: String, of organisation: OrganisationID) -> Digest {
        fieldKey.blindIndex(word, purpose: "customer name", organisation: organisation.text)
    }
}
