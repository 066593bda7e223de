import ChavePixModel
import ChaveWire

extension MerchantBackend {
    /// Asks the bank for an enrollment of this browser; `signals` are what the browser said of itself.
    func enroll(
        _ customer: CustomerResource,
        at institution: InstitutionID,
        signals: JSONObject,
        attempt: String
    ) async throws(ShopFailure) -> EnrollmentResource {
        var signals = signals
        signals["accountTenure"] = .string(customer.createdAt.isoDate)
        let body: JSONValue = [
            "type": "open_finance_biometric_pix",
            "details": [
                "customer": .string(customer.id.text), "institution": .string(institution.text),
                "name": .string(settings.name), "platform": "BROWSER",
                "callback_url": .string(settings.callbackURL), "risk_signals": .object(signals),
            ],
        ]
        return try await read(.post("/enrollments/", body, attempt: attempt)).resource
    }

    /// An enrollment of that customer; anybody else's does not exist.
    func enrollment(
        _ id: EnrollmentID,
        of customer: CustomerID
    ) async throws(ShopFailure) -> Versioned<EnrollmentResource> {
        let found: Versioned<EnrollmentResource> = try await read(.get("/enrollments/\(id.text)/"))
        guard found.resource.details.customer == customer else { throw .notFound }
        return found
    }

    /// Newest first.
    func enrollments(of customer: CustomerID) async throws(ShopFailure) -> [EnrollmentResource] {
        let list: Versioned<ResourceList<EnrollmentResource>> = try await read(
            .get("/enrollments/", query: [("customer", customer.text), ("page_size", "50")])
        )
        return list.resource.results
    }

    /// Hands on what the bank sent the browser back with.
    ///
    /// The callback does not say which enrollment it belongs to, so those that this browser has at a bank are tried: the
    /// API compares each with `state` and changes nothing where they differ.
    func complete(
        _ parameters: [String: String],
        among pending: [EnrollmentID]
    ) async throws(ShopFailure) -> EnrollmentID? {
        var body = JSONObject()
        for name in ["state", "code", "id_token", "error", "error_description"] {
            body[name] = parameters[name].map(JSONValue.string)
        }
        for id in pending {
            body["enrollment"] = .string(id.text)
            do throws(ShopFailure) {
                let _: Versioned<EnrollmentResource> = try await read(
                    .post("/enrollments/complete-redirection/", .object(body))
                )
                return id
            } catch {
                guard error == .notFound else { throw error }
            }
        }
        return nil
    }

    /// What the browser must make a passkey by; `nil` until the bank has said it.
    func registrationOptions(_ id: EnrollmentID) async throws(ShopFailure) -> RegistrationOptions? {
        do throws(ShopFailure) {
            return try await read(.get("/enrollments/\(id.text)/fido-registration-options/")).resource
        } catch {
            guard error == .notFound else { throw error }
            return nil
        }
    }

    func confirm(_ id: EnrollmentID, _ credential: JSONValue) async throws(ShopFailure) {
        _ = try await reply(.post("/enrollments/\(id.text)/confirm/", ["confirmation_data": credential]))
    }

    func cancel(_ id: EnrollmentID) async throws(ShopFailure) {
        _ = try await reply(.post("/enrollments/\(id.text)/cancel/", [:]))
    }
}
