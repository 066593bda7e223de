import ChaveBase
import ChavePixModel
import ChaveWire

extension MerchantBackend {
    /// Returns the shop's customer with that number.
    ///
    /// The shop's name counts where it has none of its own yet: for a missing customer, which it creates, for one whom
    /// only a device has named, and for one without a name.
    func customer(_ identifier: TaxIdentifier, name: String) async throws(ShopFailure) -> CustomerResource {
        do throws(ShopFailure) {
            let body: JSONValue = ["identifier": .string(identifier.text), "name": .string(name)]
            return try await read(.post("/customers/", body)).resource
        } catch {
            guard case .refused(400, "already_registered", _) = error, let known = try await customer(identifier) else {
                throw error
            }
            guard known.name == nil else { return known }
            return try await read(.patch("/customers/\(known.id.text)/", ["name": .string(name)])).resource
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
