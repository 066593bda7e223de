import ChaveBase
import ChavePixModel
import ChaveWire

extension MerchantBackend {
    /// Returns the shop's customer with that number, and creates a missing one.
    func customer(_ identifier: TaxIdentifier, name: String?) async throws(ShopFailure) -> CustomerResource {
        if let known = try await customer(identifier) { return known }
        var body = JSONObject()
        body["identifier"] = .string(identifier.text)
        body["name"] = name.map(JSONValue.string)
        do throws(ShopFailure) {
            return try await read(.post("/customers/", .object(body))).resource
        } catch {
            // Another tab created the customer in the meantime.
            guard case .refused(400, "already_registered", _) = error, let known = try await customer(identifier) else {
                throw error
            }
            return known
        }
    }

    private func customer(_ identifier: TaxIdentifier) async throws(ShopFailure) -> CustomerResource? {
        let list: Versioned<ResourceList<CustomerResource>> = try await read(
            .get("/customers/", query: [("identifier", identifier.text)])
        )
        return list.resource.results.first
    }

    func customer(_ id: CustomerID) async throws(ShopFailure) -> CustomerResource {
        try await read(.get("/customers/\(id.text)/")).resource
    }

    func institution(_ id: InstitutionID) async throws(ShopFailure) -> InstitutionResource {
        try await read(.get("/institutions/\(id.text)/")).resource
    }

    func institutions(named name: String?) async throws(ShopFailure) -> [InstitutionResource] {
        let query: [(name: String, value: String)] = name.map { [("name", $0)] } ?? []
        let list: Versioned<ResourceList<InstitutionResource>> = try await read(.get("/institutions/", query: query))
        return list.resource.results
    }
}
