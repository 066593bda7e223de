import ChaveBase
import ChavePixModel
import ChaveWire

extension MerchantBackend {
    /// Asks the bank for an enrollment of this browser; `signals` are the browser's data about itself.
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

    /// Reads an enrollment of that customer; another customer's enrollment counts as missing.
    func enrollment(
        _ id: EnrollmentID,
        of customer: CustomerID
    ) async throws(ShopFailure) -> Versioned<EnrollmentResource> {
        let found: Versioned<EnrollmentResource> = try await read(.get("/enrollments/\(id.text)/"))
        guard found.resource.details.customer == customer else { throw .notFound }
        return found
    }

    /// The customer's enrollments, newest first, at most 50.
    func enrollments(
        of customer: CustomerID,
        in status: EnrollmentStatus? = nil
    ) async throws(ShopFailure) -> [EnrollmentResource] {
        var query = [(name: "customer", value: customer.text), (name: "page_size", value: "50")]
        if let status { query.append((name: "status", value: status.rawValue)) }
        let list: Versioned<ResourceList<EnrollmentResource>> = try await read(.get("/enrollments/", query: query))
        return list.resource.results
    }

    /// Passes the bank's callback parameters to the API.
    ///
    /// The callback does not name its enrollment. Therefore the shop tries each enrollment that this browser began. The
    /// API compares each with `state` and changes nothing when they differ.
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
                // This enrollment matches, but it has ended or received another callback before: its own page shows its
                // state.
                case .refused(409, _, _): return id
                default: throw error
                }
            }
        }
        return nil
    }

    /// The options for making the passkey; `nil` until the bank has sent them.
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
