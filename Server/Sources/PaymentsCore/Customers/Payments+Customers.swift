public import ChavePixModel
import ChaveWire

extension Payments {
    /// `POST /customers/`.
    public func createCustomer(
        _ request: CreateCustomerRequest,
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
        let customer = try newCustomer(
            CustomerParticulars(
                identifier: request.identifier,
                name: request.name,
                email: request.email,
                phone: request.phone,
                address: request.address
            ),
            externalID: request.externalID,
            by: caller
        )
        let answer = APIAnswer(
            status: 201,
            body: try resource(of: customer).json.encoded(),
            customer: customer.id
        )
        var change = Change()
        change.writes.append(.insertCustomer(customer))
        change.idempotency = try claim(record, object: .customer(customer.id), answer: answer, key: customer)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            if case .taken(.customerIdentifier) = error {
                throw .field(.alreadyRegistered, "identifier", "A customer with this identifier exists. Use that one.")
            }
            throw claimFailure(error)
        }
        return answer
    }

    /// `GET /customers/{id}/`.
    public func customer(_ id: CustomerID, for caller: Caller) async throws(APIFailure) -> CustomerResource {
        guard case .merchant = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(id, of: caller.organisation)
        }
        guard let found else { throw .notFound }
        return try resource(of: found)
    }

    /// Each word costs a look at an index.
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
            // Words that are none find nobody, rather than everybody.
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

    /// The customer that a request names, and the row to store when it is a new one.
    func resolve(
        _ reference: CustomerReference,
        field: String,
        by caller: Caller
    ) async throws(APIFailure) -> (customer: Customer, isNew: Bool) {
        let organisation = caller.organisation
        let found: Customer?
        switch reference {
        case .existing(let id):
            found = try await read { () async throws(StorageFault) in
                try await self.store.customer(id, of: organisation)
            }
        case .person(let identifier, let name, let externalID):
            let index = identifierIndex(identifier.text, of: organisation)
            let known = try await read { () async throws(StorageFault) in
                try await self.store.customer(identifierIndex: index, of: organisation)
            }
            guard known != nil || caller.boundCustomer != nil else {
                let particulars = CustomerParticulars(
                    identifier: identifier,
                    name: name,
                    email: nil,
                    phone: nil,
                    address: nil
                )
                return (try newCustomer(particulars, externalID: externalID, by: caller), true)
            }
            found = known
        }
        guard let found, found.erasure == nil, caller.boundCustomer == nil || caller.boundCustomer == found.id else {
            throw .field(.doesNotExist, field, "There is no such customer. Create it first, or check the id.")
        }
        return (found, false)
    }

    func resource(of customer: Customer) throws(APIFailure) -> CustomerResource {
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
            nameIndexes: FoldedText.words(of: particulars.name ?? "").map { nameIndex($0, of: organisation) },
            key: wrapped,
            particulars: sealed
        )
    }

    private func identifierIndex(_ text: String, of organisation: OrganisationID) -> Digest {
        fieldKey.blindIndex(text, purpose: "customer identifier", organisation: organisation.text)
    }

    private func nameIndex(_ word: String, of organisation: OrganisationID) -> Digest {
        fieldKey.blindIndex(word, purpose: "customer name", organisation: organisation.text)
    }
}
