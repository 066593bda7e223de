import ChaveBase
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

    /// Newest first, at most 50.
    func enrollments(
        of customer: CustomerID,
        in status: EnrollmentStatus? = nil
    ) async throws(ShopFailure) -> [EnrollmentResource] {
        var query = [(name: "customer", value: customer.text), (name: "page_size", value: "50")]
        if let status { query.append((name: "status", value: status.rawValue)) }
        let list: Versioned<ResourceList<EnrollmentResource>> = try await read(.get("/enrollments/", query: query))
        return list.resource.results
    }

    /// Hands on what the bank sent the browser back with.
    ///
    /// The callback does not say which enrollment it belongs to, so those that this browser began are tried: the API
    /// compares each with `state` and changes nothing where they differ.
    func complete(
        _ parameters: [String: String],
        among begun: [EnrollmentID]
    ) async throws(ShopFailure) -> EnrollmentID? {
        var body = JSONObject()
        for name in ["state", "code", "id_token", "error", "error_description"] {
            body[name] = parameters[name].map(JSONValue.string)
        }
        for id in begun {
            body["enrollment"] = .string(id.text)
            do throws(ShopFailure) {
                let _: Versioned<EnrollmentResource> = try await read(
                    .post("/enrollments/complete-redirection/", .object(body))
                )
                return id
            } catch {
                switch error {
                case .notFound: continue
                // It is this one, and has ended or heard something else before: its own page says what.
                case .refused(409, _, _): return id
                default: throw error
                }
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
